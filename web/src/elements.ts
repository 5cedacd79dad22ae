// SPDX-License-Identifier: BSD-3-Clause
// Short ways to make elements. Only attributes and text, never markup from strings.

type Attributes = Record<string, string | number>;

export function svg<K extends keyof SVGElementTagNameMap>(
    name: K,
    attributes: Attributes = {},
    ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    setAttributes(element, attributes);
    element.append(...children);
    return element;
}

export function html<K extends keyof HTMLElementTagNameMap>(
    name: K,
    attributes: Attributes = {},
    ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
    const element = document.createElement(name);
    setAttributes(element, attributes);
    element.append(...children);
    return element;
}

export function setAttributes(element: Element, attributes: Attributes): void {
    for (const [name, value] of Object.entries(attributes))
        element.setAttribute(name, String(value));
}
