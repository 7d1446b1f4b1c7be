/**
 * A token as a colour that a canvas understands (`rgb(…)`), in the theme that is on. Canvas knows neither custom properties
 * nor `light-dark()`, so an element of the page works it out.
 */
export function readColor(token: `--${string}`, within: HTMLElement = document.body): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  within.append(probe);
  const color = getComputedStyle(probe).color;
  probe.remove();
  return color;
}
