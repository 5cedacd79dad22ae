// SPDX-License-Identifier: BSD-3-Clause
import { byId } from "./dom";

// Light or dark as the system says, until the reader chooses.

const system = matchMedia("(prefers-color-scheme: dark)");
const memory = "scree-theme";

export function isDark(): boolean {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === "dark" : system.matches;
}

export function bindTheme(onChange: () => void): void {
    const chosen = remembered();
    if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
    byId("theme").addEventListener("click", () => {
        const theme = isDark() ? "light" : "dark";
        document.documentElement.dataset.theme = theme;
        try {
            localStorage.setItem(memory, theme);
        } catch {
            // A browser that stores nothing shows the choice until the page is left.
        }
        onChange();
    });
    system.addEventListener("change", onChange);
}

function remembered(): string | null {
    try {
        return localStorage.getItem(memory);
    } catch {
        return null;
    }
}
