/** Style sheets of a page, which come apart from what they are attached to. */
export interface Sheets {
  /** `[rules, media?, disabled?]`: rules are one text or one for each. */
  add(item: unknown, read: (given: unknown) => string): void;
  attach(node: number, ids: readonly unknown[]): void;
  /** What was attached since it was last asked: nodes with their sheets. */
  settle(): [node: number, sheets: { id: number; text: string }[]][];
}

export function createSheets(): Sheets {
  const known = new Map<number, string>();
  let added: string[] = [];
  let attached: [number, number[]][] = [];
  return {
    add(item, read) {
      if (!Array.isArray(item)) return;
      const [rules, media, disabled] = item;
      const text = Array.isArray(rules) ? rules.map(read).join('\n') : read(rules);
      const medias = Array.isArray(media) ? media.map(read).filter((one) => one !== '') : [];
      const scoped = medias.length > 0 ? `@media ${medias.join(', ')} {\n${text}\n}` : text;
      added.push(disabled === true ? '' : scoped);
    },
    attach(node, ids) {
      attached.push([node, ids.filter((id) => typeof id === 'number')]);
    },
    settle() {
      // A sheet that several roots share is told once for each of them under one id: told sheets and attached ids go in pairs.
      const ids = attached.flatMap(([, some]) => some);
      const isPaired = ids.length === added.length;
      let next = 0;
      for (const id of ids) if (isPaired || !known.has(id)) known.set(id, added[next++] ?? known.get(id) ?? '');
      const settled = attached.map(([node, some]): [number, { id: number; text: string }[]] => [
        node,
        some.map((id) => ({ id, text: known.get(id) ?? '' })),
      ]);
      added = [];
      attached = [];
      return settled;
    },
  };
}
