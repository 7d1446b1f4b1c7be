import { record } from '@rrweb/record';

/** The recorder alone, with the least that sends: JSON every five seconds and when the page is left. */
let events: unknown[] = [];

function send(keepalive: boolean): void {
  if (events.length === 0) return;
  const body = JSON.stringify(events);
  events = [];
  if (!keepalive || !navigator.sendBeacon('/rrweb', body)) void fetch('/rrweb', { method: 'POST', body });
}

record({ emit: (event) => void events.push(event), maskAllInputs: true, inlineStylesheet: true });
setInterval(() => send(false), 5_000);
addEventListener('pagehide', () => send(true));
