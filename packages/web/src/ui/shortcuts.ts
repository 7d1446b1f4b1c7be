import { createContext, use, useEffect, useEffectEvent, useSyncExternalStore } from 'react';

export interface Shortcut {
  /** `mod+k`, `shift+arrowleft`, `alt+arrowleft`, `?`, `space`, or keys one after another: `g s`. Letters in lower case. */
  keys: string;
  /** What it does, as the sheet says it. */
  says: string;
  run: () => void;
}
export interface ShortcutGroup {
  name: string;
  shortcuts: readonly Shortcut[];
}

/** Which keys do what right now: screens add theirs while they are shown, the sheet lists them all. */
export interface Shortcuts {
  add(group: ShortcutGroup): () => void;
  groups(): readonly ShortcutGroup[];
  watch(changed: () => void): () => void;
  /** Tells one key press; true when it belonged to a shortcut. */
  press(event: KeyPress, at: number): boolean;
}
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey?: boolean;
}

/** A second key later than this begins anew. */
const sequenceMs = 1_200;

export function createShortcuts(): Shortcuts {
  let groups: readonly ShortcutGroup[] = [];
  const watching = new Set<() => void>();
  let before = { chord: '', at: 0 };

  function become(next: readonly ShortcutGroup[]): void {
    groups = next;
    for (const changed of watching) changed();
  }

  function press(event: KeyPress, at: number): boolean {
    const chord = chordOf(event);
    if (chord === '') return false;
    const sequence = at - before.at <= sequenceMs ? `${before.chord} ${chord}` : '';
    before = { chord, at };
    // What was added last lies on top.
    const all = groups.toReversed().flatMap(({ shortcuts }) => shortcuts);
    const found = all.find(({ keys }) => keys === sequence) ?? all.find(({ keys }) => keys === chord);
    found?.run();
    return found !== undefined;
  }

  return {
    add(group) {
      become([...groups, group]);
      return () => become(groups.filter((other) => other !== group));
    },
    groups: () => groups,
    watch(changed) {
      watching.add(changed);
      return () => watching.delete(changed);
    },
    press,
  };
}

function chordOf({ key, ctrlKey, metaKey, altKey, shiftKey = false }: KeyPress): string {
  if (['Control', 'Meta', 'Alt', 'Shift'].includes(key)) return '';
  const plain = key === ' ' ? 'space' : key.toLowerCase();
  // Option writes another sign on many keyboards: only with arrows and the like is it a chord.
  if (altKey && !/^arrow/.test(plain)) return '';
  // Of a sign such as `?` Shift is a part; with letters and named keys it makes another chord.
  const shifted = shiftKey && /^([a-z]|.{2,})$/.test(plain) ? `shift+${plain}` : plain;
  const name = altKey ? `alt+${shifted}` : shifted;
  return ctrlKey || metaKey ? `mod+${name}` : name;
}

export const ShortcutsContext = createContext<Shortcuts>(createShortcuts());

/** Keys that work while this component is shown. The list may be new on every render; the newest `run` is called. */
export function useShortcuts(name: string, shortcuts: readonly Shortcut[]): void {
  const registry = use(ShortcutsContext);
  const run = useEffectEvent((index: number) => shortcuts[index]?.run());
  const told = JSON.stringify(shortcuts.map(({ keys, says }) => ({ keys, says })));
  useEffect(() => {
    const listed = JSON.parse(told) as Omit<Shortcut, 'run'>[]; // written two lines above
    return registry.add({ name, shortcuts: listed.map((shortcut, index) => ({ ...shortcut, run: () => run(index) })) });
  }, [registry, name, told]);
}

export function useShortcutGroups(): readonly ShortcutGroup[] {
  const registry = use(ShortcutsContext);
  return useSyncExternalStore(registry.watch, registry.groups);
}

/** Listens to the keyboard of the whole page, save where one types, or a dialog or a menu is open. Returns how to stop. */
export function startShortcuts(registry: Shortcuts, page: Document): () => void {
  // Before anybody else hears the key: the Escape that closes a dialog is the dialog's, though it may be gone when we are told.
  let covered = false;
  const look = (): void => {
    covered = page.querySelector('[role="dialog"], [role="menu"]') !== null;
  };
  const hear = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const chorded = event.ctrlKey || event.metaKey;
    if (!chorded && (covered || isTyping(event.target))) return;
    // A focused button is pressed with Space and Enter; that press is not ours.
    if (isPressable(event.target) && (event.key === ' ' || event.key === 'Enter')) return;
    if (registry.press(event, event.timeStamp)) event.preventDefault();
  };
  page.defaultView?.addEventListener('keydown', look, true);
  page.addEventListener('keydown', hear);
  return () => {
    page.defaultView?.removeEventListener('keydown', look, true);
    page.removeEventListener('keydown', hear);
  };
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

function isPressable(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('button, a, summary, [role="button"], [role="tab"]') !== null;
}
