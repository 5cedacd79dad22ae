// SPDX-License-Identifier: BSD-3-Clause
import { type Frame, type FrameRequest, fetchFrame, frameUrl } from "./api";

// A frame of a million balls takes 24 MB: keep the one shown, its neighbour and one to go back to.
const kept = 4;

/** Frames by what was asked for; each is fetched once as long as it is kept. */
export class FrameStore {
    private readonly stored = new Map<string, Promise<Frame>>();

    get(request: FrameRequest): Promise<Frame> {
        const key = frameUrl(request);
        let frame = this.stored.get(key);
        if (!frame) {
            frame = fetchFrame(request);
            frame.catch(() => this.stored.delete(key));
        }
        this.stored.delete(key); // so that the newest is last
        this.stored.set(key, frame);
        for (const old of this.stored.keys()) {
            if (this.stored.size <= kept) break;
            this.stored.delete(old);
        }
        return frame;
    }
}
