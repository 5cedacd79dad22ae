// SPDX-License-Identifier: BSD-3-Clause
// Auto, light or dark; the choice is kept for the next report.
import { html } from "../elements";

const themes = ["auto", "light", "dark"] as const;
type Theme = (typeof themes)[number];
const key = "scree-theme";

export function themeSwitch(): HTMLElement {
    const buttons = themes.map((theme) => {
        const button = html("button", { type: "button" }, theme);
        button.addEventListener("click", () => {
            remember(theme);
            use(theme);
        });
        return button;
    });
    const use = (theme: Theme) => {
        if (theme === "auto") delete document.documentElement.dataset.theme;
        else document.documentElement.dataset.theme = theme;
        buttons.forEach((button, i) =>
            button.setAttribute("aria-pressed", String(themes[i] === theme)),
        );
    };
    use(remembered());
    return html(
        "div",
        { class: "theme-switch", role: "group", "aria-label": "colours" },
        ...buttons,
    );
}

// A browser may refuse storage to pages opened from a file; the switch then works for this visit.
function remember(theme: Theme): void {
    try {
        localStorage.setItem(key, theme);
    } catch {
        return;
    }
}

function remembered(): Theme {
    try {
        const stored = localStorage.getItem(key);
        return themes.find((theme) => theme === stored) ?? "auto";
    } catch {
        return "auto";
    }
}
