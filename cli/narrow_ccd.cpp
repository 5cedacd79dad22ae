// SPDX-License-Identifier: BSD-3-Clause
#include "narrow_peers.hpp"

#include <ccd/ccd.h>

#include <limits>

// libccd knows depths only; its supports are written by the user: a scan of the corners.
namespace scree {
namespace {

// Its own 1e-4 would make every answer wrong by what the bench asks for (1e-6 of a size about 1).
constexpr double tolerance = 1e-7;

struct CcdBody {
    const std::vector<ccd_vec3_t>* corners;
    const Pose* pose; ///< null: at the origin
};

ccd_vec3_t ccd_vector(const Vec3& v) { return {{v.x(), v.y(), v.z()}}; }
Vec3 our_vector(const ccd_vec3_t& v) { return {v.v[0], v.v[1], v.v[2]}; }

void support_of(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out) {
    const auto& body = *static_cast<const CcdBody*>(object);
    const Vec3 along = our_vector(*direction);
    const ccd_vec3_t d =
        body.pose == nullptr ? *direction : ccd_vector(body.pose->rotation.transpose() * along);
    double top = -std::numeric_limits<double>::infinity();
    for (const ccd_vec3_t& p : *body.corners) {
        const double h = p.v[0] * d.v[0] + p.v[1] * d.v[1] + p.v[2] * d.v[2];
        if (h > top) {
            top = h;
            *out = p;
        }
    }
    if (body.pose != nullptr) *out = ccd_vector(*body.pose * our_vector(*out));
}

void center_of(const void* object, ccd_vec3_t* out) {
    const auto& body = *static_cast<const CcdBody*>(object);
    *out = ccd_vector(body.pose == nullptr ? Vec3(Vec3::Zero()) : body.pose->position);
}

using Penetration = int (*)(const void*, const void*, const ccd_t*, ccd_real_t*, ccd_vec3_t*,
                            ccd_vec3_t*);

class Ccd : public NarrowPeer {
public:
    Ccd(Bodies bodies, Penetration penetration) : penetration_(penetration) {
        for (const Polyhedron& body : bodies) {
            corners_.emplace_back();
            for (std::uint32_t i = 0; i < body.data->corner_count; ++i)
                corners_.back().push_back(ccd_vector(body.data->corner(i)));
        }
        CCD_INIT(&settings_);
        settings_.support1 = settings_.support2 = support_of;
        settings_.center1 = settings_.center2 = center_of;
        settings_.max_iterations = 500;
        settings_.epa_tolerance = settings_.mpr_tolerance = tolerance;
    }

    void gaps(std::span<const BodyPair> pairs, PeerQuery /*query*/,
              std::span<double> out) override {
        for (std::size_t k = 0; k < pairs.size(); ++k) {
            const CcdBody a{&corners_[pairs[k].a], nullptr};
            const CcdBody b{&corners_[pairs[k].b], &pairs[k].b_in_a};
            ccd_real_t depth = 0;
            ccd_vec3_t direction;
            ccd_vec3_t position;
            const int failed = penetration_(&a, &b, &settings_, &depth, &direction, &position);
            out[k] = failed == 0 ? -depth : std::numeric_limits<double>::quiet_NaN();
        }
    }

private:
    Penetration penetration_;
    std::vector<std::vector<ccd_vec3_t>> corners_;
    ccd_t settings_;
};

} // namespace

std::unique_ptr<NarrowPeer> make_ccd_gjk(Bodies bodies) {
    return std::make_unique<Ccd>(bodies, ccdGJKPenetration);
}
std::unique_ptr<NarrowPeer> make_ccd_mpr(Bodies bodies) {
    return std::make_unique<Ccd>(bodies, ccdMPRPenetration);
}

} // namespace scree
