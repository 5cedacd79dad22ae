// SPDX-License-Identifier: BSD-3-Clause
#include "narrow_peers.hpp"

#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>

#include <limits>

// Bullet in double precision (Debian's *-float64 libraries). Its Distance and Penetration, which
// differ in the sign of the guess: towards A for the one, towards B for the other.
namespace scree {
namespace {

btVector3 bullet_vector(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

btTransform bullet_transform(const Pose& pose) {
    const Eigen::Matrix3d& r = pose.rotation;
    const btMatrix3x3 rotation(r(0, 0), r(0, 1), r(0, 2), r(1, 0), r(1, 1), r(1, 2), r(2, 0),
                               r(2, 1), r(2, 2));
    return btTransform(rotation, bullet_vector(pose.position));
}

class Bullet : public NarrowPeer {
public:
    explicit Bullet(Bodies bodies) {
        for (const Polyhedron& body : bodies) {
            shapes_.push_back(std::make_unique<btConvexHullShape>());
            for (std::uint32_t i = 0; i < body.data->corner_count; ++i)
                shapes_.back()->addPoint(bullet_vector(body.data->corner(i)), false);
            shapes_.back()->recalcLocalAabb();
            shapes_.back()->setMargin(0);
        }
    }

    void gaps(std::span<const BodyPair> pairs, PeerQuery query, std::span<double> out) override {
        const bool guesses = query.warm && towards_b_.size() >= pairs.size();
        if (query.warm) towards_b_.resize(pairs.size());
        const btTransform here = btTransform::getIdentity();
        for (std::size_t k = 0; k < pairs.size(); ++k) {
            const BodyPair& pair = pairs[k];
            const btTransform there = bullet_transform(pair.b_in_a);
            const btVector3 guess = guesses ? towards_b_[k] : there.getOrigin();
            btGjkEpaSolver2::sResults results;
            const btConvexHullShape* a = shapes_[pair.a].get();
            const btConvexHullShape* b = shapes_[pair.b].get();
            const bool found =
                query.apart
                    ? btGjkEpaSolver2::Distance(a, here, b, there, -guess, results)
                    : btGjkEpaSolver2::Penetration(a, here, b, there, guess, results, false);
            out[k] = found ? results.distance : std::numeric_limits<double>::quiet_NaN();
            if (query.warm)
                towards_b_[k] = found ? -results.normal : there.getOrigin(); // its normal: B to A
        }
    }

private:
    std::vector<std::unique_ptr<btConvexHullShape>> shapes_;
    std::vector<btVector3> towards_b_;
};

} // namespace

std::unique_ptr<NarrowPeer> make_bullet(Bodies bodies) { return std::make_unique<Bullet>(bodies); }

} // namespace scree
