// SPDX-License-Identifier: BSD-3-Clause
#include "narrow_peers.hpp"

#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <exception>
#include <limits>

// FCL's signed distance with its default solver (libccd); its own solver ("indep") has distances
// and depths apart, since its signed distance aborts the program where the two disagree about
// touching. All tolerances are FCL's.
namespace scree {
namespace {

using Shape = std::unique_ptr<fcl::Convexd>;
constexpr double none = std::numeric_limits<double>::quiet_NaN();

double signed_gap(const Shape& a, const Shape& b, const fcl::Transform3d& b_in_a) {
    const fcl::DistanceRequestd request(false, true);
    fcl::DistanceResultd result;
    const auto here = fcl::Transform3d::Identity();
    fcl::distance<double>(a.get(), here, b.get(), b_in_a, request, result);
    return result.min_distance;
}

double indep_distance(const Shape& a, const Shape& b, const fcl::Transform3d& b_in_a) {
    fcl::DistanceRequestd request;
    request.gjk_solver_type = fcl::GST_INDEP;
    fcl::DistanceResultd result;
    const auto here = fcl::Transform3d::Identity();
    fcl::distance<double>(a.get(), here, b.get(), b_in_a, request, result);
    return result.min_distance >= 0 ? result.min_distance : none;
}

double indep_depth(const Shape& a, const Shape& b, const fcl::Transform3d& b_in_a) {
    fcl::CollisionRequestd request(1, true);
    request.gjk_solver_type = fcl::GST_INDEP;
    fcl::CollisionResultd result;
    const auto here = fcl::Transform3d::Identity();
    fcl::collide<double>(a.get(), here, b.get(), b_in_a, request, result);
    // This solver gives depths the sign of gaps.
    return result.numContacts() > 0 ? result.getContact(0).penetration_depth : none;
}

using PairGap = double (*)(const Shape& a, const Shape& b, const fcl::Transform3d& b_in_a);

class Fcl : public NarrowPeer {
public:
    Fcl(Bodies bodies, PairGap distance, PairGap depth) : distance_(distance), depth_(depth) {
        for (const Polyhedron& body : bodies) shapes_.push_back(make_shape(*body.data));
    }

    void gaps(std::span<const BodyPair> pairs, PeerQuery query, std::span<double> out) override {
        const PairGap gap = query.apart ? distance_ : depth_;
        fcl::Transform3d there = fcl::Transform3d::Identity();
        for (std::size_t k = 0; k < pairs.size(); ++k) {
            there.linear() = pairs[k].b_in_a.rotation;
            there.translation() = pairs[k].b_in_a.position;
            try {
                out[k] = gap(shapes_[pairs[k].a], shapes_[pairs[k].b], there);
            } catch (const std::exception&) { // it throws when its expansion degenerates
                out[k] = none;
            }
        }
    }

private:
    static Shape make_shape(const PolyhedronData& data) {
        auto points = std::make_shared<std::vector<fcl::Vector3d>>();
        for (std::uint32_t i = 0; i < data.corner_count; ++i) points->push_back(data.corner(i));
        auto faces = std::make_shared<std::vector<int>>();
        for (std::size_t f = 0; f < data.face_count(); ++f) {
            faces->push_back(static_cast<int>(data.face(f).size()));
            for (const std::uint32_t i : data.face(f)) faces->push_back(static_cast<int>(i));
        }
        return std::make_unique<fcl::Convexd>(points, static_cast<int>(data.face_count()), faces);
    }

    PairGap distance_, depth_;
    std::vector<Shape> shapes_;
};

} // namespace

std::unique_ptr<NarrowPeer> make_fcl_default(Bodies bodies) {
    return std::make_unique<Fcl>(bodies, signed_gap, signed_gap);
}
std::unique_ptr<NarrowPeer> make_fcl_indep(Bodies bodies) {
    return std::make_unique<Fcl>(bodies, indep_distance, indep_depth);
}

} // namespace scree
