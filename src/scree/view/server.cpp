// SPDX-License-Identifier: BSD-3-Clause
#include <scree/view/server.hpp>

#include <scree/base/error.hpp>
#include <scree/io/json.hpp>
#include <scree/view/run_api.hpp>
#include <scree/view/web_assets.hpp>

#include <fmt/format.h>
#include <httplib.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <random>
#include <thread>

namespace scree {
namespace {

constexpr const char* host = "127.0.0.1";
constexpr std::size_t threads = 16, longest_body = 1024;
constexpr int longest_request = 8; // s

std::string make_token() {
    std::random_device device; // the system's own randomness
    std::string token;
    for (int k = 0; k < 4; ++k) token += fmt::format("{:08x}", device());
    return token;
}

/// Takes the same time whatever it finds.
bool same(const std::string& a, const std::string& b) {
    if (a.size() != b.size()) return false;
    unsigned differences = 0;
    for (std::size_t k = 0; k < a.size(); ++k)
        differences |= static_cast<unsigned>(static_cast<unsigned char>(a[k]) ^
                                             static_cast<unsigned char>(b[k]));
    return differences == 0;
}

void fail(httplib::Response& response, int status, const std::string& problem) {
    response.status = status;
    response.set_content(Json::object().add("problem", problem).text(), "application/json");
}

/// As it is: httplib compresses a plain body as hard as it can, which takes seconds where the way
/// to the browser takes none.
void send(httplib::Response& response, std::string text, const char* type) {
    if (text.empty()) return response.set_content(text, type);
    const auto body = std::make_shared<const std::string>(std::move(text));
    response.set_content_provider(
        body->size(), type, [body](std::size_t begin, std::size_t size, httplib::DataSink& sink) {
            return sink.write(body->data() + begin, size);
        });
}

std::optional<double> number(const httplib::Request& request, const char* key) {
    if (!request.has_param(key)) return std::nullopt;
    const std::string text = request.get_param_value(key);
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !std::isfinite(value))
        throw InputError(std::string(key) + ": must be a number");
    return value;
}

DrawOptions options_of(const httplib::Request& request) {
    DrawOptions o;
    o.walls = false; // they do not change and came with the run
    if (request.has_param("color")) o.color_by = request.get_param_value("color");
    o.low = number(request, "low");
    o.high = number(request, "high");
    o.edges = request.has_param("edges");
    o.pores = request.has_param("pores");
    o.cells = request.has_param("cells");
    o.bonds = request.has_param("bonds") && !o.edges && !o.pores && !request.has_param("chains");
    o.chains = request.has_param("chains") && !o.pores; // one legend
    return o;
}

/// A number of a path; more digits than a number can have are no frame and no grain.
std::int64_t index(const httplib::Request& request, std::size_t group) {
    return std::strtoll(request.matches[group].str().c_str(), nullptr, 10);
}

} // namespace

struct ViewServer::Serving {
    explicit Serving(const RunFolder& folder) : api(folder) {}

    using Answer = std::function<std::string(const httplib::Request&)>;

    /// `what` is a pattern below the token.
    void offer(const std::string& what, const char* type, const Answer& answer) {
        server.Get("/[0-9a-f]{32}/" + what,
                   [answer, type](const httplib::Request& request, httplib::Response& response) {
                       try {
                           send(response, answer(request), type);
                       } catch (const InputError& e) {
                           fail(response, 404, e.what());
                       }
                   });
    }

    void offer_page(const std::string& what, const char* asset, const char* type) {
        offer(what, type,
              [asset](const httplib::Request&) { return std::string(web_asset(asset)); });
    }

    void offer_everything() {
        offer_page("", "viewer.html", "text/html; charset=utf-8");
        offer_page("viewer\\.js", "viewer.js", "text/javascript; charset=utf-8");
        offer_page("viewer\\.css", "viewer.css", "text/css; charset=utf-8");
        offer_page("licences\\.txt", "licences.txt", "text/plain; charset=utf-8");
        const char* json = "application/json";
        offer("api/run", json, [this](const httplib::Request&) { return api.run(); });
        offer("api/measures", "text/csv",
              [this](const httplib::Request&) { return api.measures(); });
        offer("api/frame/(\\d{1,12})", "application/octet-stream",
              [this](const httplib::Request& r) { return api.frame(index(r, 1), options_of(r)); });
        offer("api/grain/(\\d{1,12})/(\\d{1,12})", json, [this](const httplib::Request& r) {
            return api.grain(index(r, 1), static_cast<std::size_t>(index(r, 2)));
        });
        offer("api/path/(\\d{1,12})", json, [this](const httplib::Request& r) {
            return api.path(static_cast<std::size_t>(index(r, 1)));
        });
    }

    /// Nobody without the token gets further, nor a page of elsewhere whose name was made to lead
    /// here (then the host is another).
    void guard(int port) {
        const std::string prefix = "/" + token + "/", here = fmt::format("{}:{}", host, port);
        server.set_pre_routing_handler([prefix, here](const auto& request, auto& response) {
            const bool knows = same(request.path.substr(0, prefix.size()), prefix);
            if (knows && request.get_header_value("Host") == here)
                return httplib::Server::HandlerResponse::Unhandled;
            fail(response, 403, "this link is not valid; use the one that scree view has printed");
            return httplib::Server::HandlerResponse::Handled;
        });
    }

    void set_limits() {
        server.new_task_queue = [] { return new httplib::ThreadPool(threads); };
        // Not shared with other programs, as httplib would have it.
        server.set_socket_options([](socket_t socket) {
            const int yes = 1;
            ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        });
        server.set_payload_max_length(longest_body);
        server.set_read_timeout(longest_request);
        server.set_keep_alive_timeout(1); // an idle client holds a thread for so long
        server.set_default_headers(
            {{"Content-Security-Policy",
              "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: "
              "data:; "
              "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
             {"X-Content-Type-Options", "nosniff"},
             {"Referrer-Policy", "no-referrer"},
             {"Cross-Origin-Resource-Policy", "same-origin"},
             {"Cache-Control", "no-store"}});
        server.set_error_handler([](const auto&, auto& response) {
            if (response.body.empty()) fail(response, response.status, "there is nothing here");
        });
        server.set_exception_handler([](const auto&, auto& response, const auto&) {
            fail(response, 500, "the viewer's server failed");
        });
    }

    RunApi api;
    std::string token = make_token();
    httplib::Server server;
    std::thread thread;
};

ViewServer::ViewServer(const RunFolder& folder, int port)
    : serving_(std::make_unique<Serving>(folder)) {
    web_asset("viewer.html"); // throws when there is none
    httplib::Server& server = serving_->server;
    serving_->set_limits();
    if (port == 0) {
        port = server.bind_to_any_port(host);
    } else if (!server.bind_to_port(host, port)) {
        port = -1;
    }
    if (port < 0) throw InputError("--port: the port is not free; leave it out to take any");
    serving_->guard(port);
    serving_->offer_everything();
    link_ = fmt::format("http://{}:{}/{}/", host, port, serving_->token);
    serving_->thread = std::thread([&server] { server.listen_after_bind(); });
    // Only a running server can be stopped.
    while (!server.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

ViewServer::~ViewServer() {
    serving_->server.stop();
    serving_->thread.join();
}

} // namespace scree
