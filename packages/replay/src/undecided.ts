/**
 * Checkboxes that are undecided: no attribute that browsers know says so, and one of ours stands for it.
 */
export interface Undecided {
  built(node: Node): void;
  settle(): void;
}

export function createUndecided(): Undecided {
  const known = new Set<HTMLInputElement>();

  return {
    built(node) {
      // Of another window's classes, so not `instanceof`.
      if (node.nodeName === 'INPUT') known.add(node as HTMLInputElement);
    },
    settle() {
      for (const field of known)
        if (!field.isConnected) known.delete(field);
        else field.indeterminate = field.hasAttribute('sg_mixed');
    },
  };
}
