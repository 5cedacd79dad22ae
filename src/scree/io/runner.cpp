// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/runner.hpp>

#include <scree/base/error.hpp>
#include <scree/base/stopwatch.hpp>
#include <scree/base/version.hpp>
#include <scree/io/files.hpp>
#include <scree/io/json.hpp>
#include <scree/io/lab_book.hpp>
#include <scree/io/mesh_notes.hpp>
#include <scree/io/scene_file.hpp>
#include <scree/sim/local_structure.hpp>

#include <fmt/format.h>

#include <cmath>

namespace scree {
namespace {

constexpr double default_frames = 60, default_rows = 600;
// "Settled" must hold at this many looks in a row, this many steps apart.
constexpr std::int64_t settled_looks = 5, steps_between_looks = 1000;
constexpr double seconds_between_reports = 0.2;

std::int64_t interval_steps(double interval, double dt) {
    return std::max<std::int64_t>(1, std::llround(interval / dt));
}

/// One run in progress.
class Runner {
public:
    Runner(const Scene& scene, const RunFolder& folder, const RunPlan& plan,
           const RunRequest& request, World& world, Checkpoint& book)
        : scene_(scene), folder_(folder), plan_(plan), request_(request), world_(world),
          book_(book),
          lab_(scene, folder, {plan.dt, LabBook::run_rows_per_row * plan.measure_steps}) {}

    RunResult run() {
        folder_.begin_measures(scene_, world_.step_index());
        lab_.begin(world_.step_index(), book_.laboratory);
        drop_later_frames();
        since_start_ = since_checkpoint_ = since_report_ = Stopwatch();
        first_step_ = world_.step_index();
        try {
            while (step()) {
            }
        } catch (const RunError& e) {
            const std::string message = fmt::format(
                "{}\nthe run stopped at step {}; the last checkpoint is of step {}, go on with "
                "--resume {}",
                e.what(), world_.step_index(), saved_step_, folder_.path().string());
            try {
                folder_.log(message);
            } catch (const RunError&) { // the log is on the same full disk
            }
            throw RunError(message);
        }
        return finish();
    }

private:
    /// False when the run is over or has been asked to stop.
    bool step() {
        const std::int64_t now = world_.step_index();
        const bool at_end = (plan_.steps && now >= *plan_.steps) || settled_;
        const bool stop = request_.stop && request_.stop->load(std::memory_order_relaxed);
        if (at_end) {
            finish_state();
            return false;
        }
        if (stop || now == 0 || since_checkpoint_.seconds() > request_.checkpoint_seconds) save();
        if (stop) return false;
        world_.evaluate();
        observe(now % plan_.measure_steps == 0, now % plan_.frame_steps == 0);
        lab_.observe(world_, false);
        world_.advance();
        look_whether_settled();
        report();
        return true;
    }

    void finish_state() {
        book_.state = world_.save();
        const Ledger ledger = book_.ledger;
        book_.laboratory = lab_.to_keep();
        world_.evaluate();
        observe(true, true);
        lab_.observe(world_, true);
        lab_.write_hdf5();
        book_.ledger = ledger;
        book_.finished = true;
        write_checkpoint(folder_.checkpoint_file(), book_);
        saved_step_ = book_.state.step;
        result_.finished = true;
        result_.settled = settled_;
    }

    void save() {
        book_.state = world_.save();
        book_.laboratory = lab_.to_keep();
        book_.finished = false;
        write_checkpoint(folder_.checkpoint_file(), book_);
        saved_step_ = book_.state.step;
        since_checkpoint_ = Stopwatch();
    }

    void observe(bool measures_due, bool frame_due) {
        if (request_.audit_every > 0 && world_.step_index() % request_.audit_every == 0) {
            const World::Audit audit = world_.audit();
            result_.audit.missed += audit.missed;
            result_.audit.touching += audit.touching;
        }
        if (measures_due) {
            result_.last = take_measures(scene_, world_, book_.ledger);
            folder_.add_measures(result_.last);
            if (std::abs(result_.last.relative_residual) > std::abs(book_.largest_residual))
                book_.largest_residual = result_.last.relative_residual;
        }
        if (frame_due) write_frame_now();
    }

    void write_frame_now() {
        world_.complete_forces();
        const std::int64_t now = world_.step_index();
        const std::int64_t index = (now + plan_.frame_steps - 1) / plan_.frame_steps;
        Frame frame = make_frame(world_);
        if (scene_.output.laguerre) {
            Workers workers(world_.threads());
            add_local_structure(scene_, frame, workers);
        }
        GrainLabels labels;
        for (const std::uint32_t id : frame.id) {
            labels.group.push_back(world_.labels().group[id]);
            labels.size_class.push_back(world_.labels().size_class[id]);
            if (!world_.labels().cluster.empty())
                labels.cluster.push_back(world_.labels().cluster[id]);
        }
        write_frame(folder_.frame_file(index), frame, labels);
        add_to_xdmf({fmt::format("frames/{:06}.h5", index), world_.time(), world_.grain_count()});
    }

    /// The frames before this one stand in the file already.
    void add_to_xdmf(const FrameEntry& last) {
        std::vector<FrameEntry> entries;
        if (std::filesystem::exists(folder_.xdmf_file()))
            entries = xdmf_entries(read_text_file(folder_.xdmf_file()));
        std::erase_if(entries, [&](const FrameEntry& e) { return e.file >= last.file; });
        entries.push_back(last);
        for (FrameEntry& e : entries) {
            e.has_cells = scene_.output.laguerre && e.grains > 0;
            e.has_shapes = !scene_.shapes.empty() && e.grains > 0;
        }
        write_file_atomically(folder_.xdmf_file(), xdmf_text(entries));
    }

    /// Frames that this run will write again.
    void drop_later_frames() {
        for (const std::int64_t index : folder_.frames())
            if (index * plan_.frame_steps >= world_.step_index())
                std::filesystem::remove(folder_.frame_file(index));
    }

    void look_whether_settled() {
        if (!scene_.until_settled || world_.step_index() % steps_between_looks != 0) return;
        if (world_.time() < last_change(scene_.drives, course_of_gravity(scene_))) return;
        if (world_.is_pouring()) return;
        book_.settled_checks = is_settled(world_) ? book_.settled_checks + 1 : 0;
        settled_ = book_.settled_checks >= settled_looks;
    }

    void report() {
        if (!request_.progress || since_report_.seconds() < seconds_between_reports) return;
        since_report_ = Stopwatch();
        request_.progress(progress());
    }

    RunProgress progress() const {
        RunProgress p;
        p.step = world_.step_index();
        p.steps = plan_.steps;
        p.steps_done = p.step - first_step_;
        p.time = world_.time();
        p.seconds = since_start_.seconds();
        p.grain_steps_per_second =
            static_cast<double>(world_.counters().grain_steps) / std::max(p.seconds, 1e-9);
        return p;
    }

    RunResult finish() {
        const RunProgress p = progress();
        result_.steps = book_.state.step;
        result_.grains = static_cast<std::int64_t>(world_.grain_count());
        result_.time = static_cast<double>(book_.state.step) * world_.dt();
        result_.seconds = p.seconds;
        result_.grain_steps_per_second = p.grain_steps_per_second;
        result_.state_hash = book_.state.hash();
        result_.counters = world_.counters();
        result_.broad = world_.broad_name();
        result_.search = world_.search_summary();
        result_.isa = world_.kernel_isa();
        result_.largest_relative_residual = book_.largest_residual;
        result_.plan = plan_;
        folder_.log(fmt::format("{} at step {}, state hash {}; {} steps in {:.1f} s, {:.2f} M "
                                "grain-steps/s",
                                result_.finished ? "finished" : "stopped", result_.steps,
                                result_.state_hash, p.steps_done, p.seconds,
                                p.grain_steps_per_second / 1e6));
        if (result_.finished) write_result();
        return result_;
    }

    void write_result() const {
        Json json = Json::object();
        json.add("scree", version_string)
            .add("title", scene_.title)
            .add("state_hash", result_.state_hash)
            .add("grains", result_.grains)
            .add("steps", result_.steps)
            .add("time_s", result_.time)
            .add("time_step_s", plan_.dt)
            .add("time_step_reason", plan_.choice.reason)
            .add("broad", result_.broad)
            .add("search", result_.search)
            .add("settled", result_.settled)
            .add("density", result_.last.density)
            .add("coordination", result_.last.coordination)
            .add("relative_residual", result_.last.relative_residual);
        write_file_atomically(folder_.result_file(), json.text() + '\n');
    }

    const Scene& scene_;
    const RunFolder& folder_;
    const RunPlan& plan_;
    const RunRequest& request_;
    World& world_;
    Checkpoint& book_;
    LabBook lab_;
    Stopwatch since_start_, since_checkpoint_, since_report_;
    std::int64_t first_step_ = 0, saved_step_ = 0;
    bool settled_ = false;
    RunResult result_;
};

} // namespace

RunPlan plan_run(const Scene& scene, std::span<const Grain> grains, const RunSettings& settings,
                 bool force) {
    RunPlan plan;
    plan.choice = choose_time_step(scene, grains);
    plan.dt = settings.dt.value_or(plan.choice.dt);
    if (!(plan.dt > 0) || !std::isfinite(plan.dt))
        throw InputError(fmt::format("--dt: must be > 0, got {}", plan.dt));
    if (plan.dt > plan.choice.unsafe_above && !force)
        throw InputError(fmt::format(
            "--dt: {:.4g} s is unsafe: at most {:.4g} s, 1/{:.0f} of the shortest contact "
            "({:.4g} s); chosen would be {:.4g} s, {}; --force runs it all the same",
            plan.dt, plan.choice.unsafe_above, fewest_steps_per_contact, plan.choice.contact_time,
            plan.choice.dt, plan.choice.reason));
    if (settings.steps) {
        plan.steps = settings.steps;
    } else if (scene.duration) {
        plan.steps = static_cast<std::int64_t>(std::ceil(*scene.duration / plan.dt));
    }
    double span = plan.steps ? static_cast<double>(*plan.steps) * plan.dt : 0;
    if (!plan.steps) {
        // Until settled: a few times the fall through the scene is a fair guess of what to show.
        const double g = course_of_gravity(scene).strongest(),
                     speed = expected_speed(scene, grains);
        span = g > 0 ? 5 * speed / g : 1000 * plan.choice.contact_time;
    }
    const Output& out = scene.output;
    plan.frame_steps = settings.frame_steps.value_or(
        interval_steps(out.frame_every > 0 ? out.frame_every : span / default_frames, plan.dt));
    plan.measure_steps = settings.measure_steps.value_or(
        interval_steps(out.measure_every > 0 ? out.measure_every : span / default_rows, plan.dt));
    return plan;
}

RunResult start_run(const PlacedScene& placed, const RunFolder& folder, const RunSettings& settings,
                    const RunPlan& plan, const RunRequest& request) {
    const auto& [scene, text, grains] = placed;
    World world(scene, grains,
                {.dt = plan.dt, .broad = settings.broad, .threads = request.threads});
    Checkpoint book;
    book.scene_hash = scene_hash(text, scene.inputs);
    folder.log(fmt::format("scree {}: {} grains, time step {:.6g} s ({}), search {}, {} threads",
                           version_string, grains.size(), plan.dt,
                           settings.dt ? "given" : plan.choice.reason, world.broad_name(),
                           request.threads));
    for (const std::string& note : mesh_notes(scene)) folder.log(note);
    return Runner(scene, folder, plan, request, world, book).run();
}

RunResult resume_run(const RunFolder& folder, const RunSettings& changes,
                     const RunRequest& request) {
    folder.require_run();
    const std::string text = read_text_file(folder.scene_file());
    const Scene scene = read_scene_text(text, folder.scene_file().string());
    RunSettings settings = folder.settings();
    if (changes.steps) settings.steps = changes.steps;
    if (changes.broad != "auto") settings.broad = changes.broad;
    const auto grains = place_grains(scene);
    const RunPlan plan = plan_run(scene, grains, settings, true);
    settings.frame_steps = plan.frame_steps;
    settings.measure_steps = plan.measure_steps;
    folder.write_settings(settings);
    if (!std::filesystem::exists(folder.checkpoint_file()))
        return start_run({scene, text, grains}, folder, settings, plan, request);
    Checkpoint book = read_checkpoint(folder.checkpoint_file());
    if (book.scene_hash != scene_hash(text, scene.inputs))
        throw InputError(folder.checkpoint_file().string() + ": belongs to another scene than " +
                         folder.scene_file().string());
    if (book.finished && (!plan.steps || book.state.step >= *plan.steps)) {
        RunResult result;
        result.finished = result.was_finished = true;
        result.steps = book.state.step;
        result.grains = static_cast<std::int64_t>(book.state.ball.size());
        result.time = static_cast<double>(book.state.step) * book.state.dt;
        result.state_hash = book.state.hash();
        result.largest_relative_residual = book.largest_residual;
        result.plan = plan;
        return result;
    }
    World world(scene, book.state, {.broad = settings.broad, .threads = request.threads});
    folder.log(fmt::format("resumed at step {} with {} threads", book.state.step, request.threads));
    return Runner(scene, folder, plan, request, world, book).run();
}

} // namespace scree
