// SPDX-License-Identifier: BSD-3-Clause

/** The element of viewer.html with this id. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
    const found = document.getElementById(id);
    if (!found) throw new Error(`viewer.html has no #${id}`);
    return found as T;
}

export function element<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    text = "",
    className = "",
): HTMLElementTagNameMap[K] {
    const made = document.createElement(tag);
    made.textContent = text;
    if (className) made.className = className;
    return made;
}

/** Fills a select; options are [value, text]. */
export function fillSelect(select: HTMLSelectElement, options: [string, string][]): void {
    select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
}

export function showMessage(heading: string, text: string, advice: string): void {
    byId("message-heading").textContent = heading;
    byId("message-text").textContent = text;
    byId("message-advice").textContent = advice;
    byId("message").hidden = false;
    byId("viewer").hidden = true;
}

export function hideMessage(): void {
    byId("message").hidden = true;
    byId("viewer").hidden = false;
}
