/** Where an event began. Its path is made anew for whoever asks, and only an open shadow root hides where that was. */
export function beganAt(event: Event): EventTarget | null | undefined {
  const { target } = event;
  return (target as Element).shadowRoot ? event.composedPath()[0] : target;
}
