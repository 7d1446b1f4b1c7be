/**
 * A browser shows the first option of a choice where none says that it is chosen. Our recorder tells each that is; where it tells none, and
 * the options are no secret, none was chosen.
 */
export interface Choices {
  built(node: Node): void;
  settle(): void;
}

/** What stands in the place of a text that is hidden. Whether such an option is chosen may be hidden as well. */
const masked = '•••••';

export function createChoices(): Choices {
  const known = new Set<HTMLSelectElement>();

  return {
    built(node) {
      // Of another window's classes, so not `instanceof`.
      if (node.nodeName === 'SELECT') known.add(node as HTMLSelectElement);
    },
    settle() {
      for (const choice of known)
        if (!choice.isConnected) known.delete(choice);
        else if (choice.selectedIndex >= 0 && !choice.querySelector('option[selected]') && tells(choice))
          choice.selectedIndex = -1;
    },
  };
}

function tells({ options }: HTMLSelectElement): boolean {
  return Array.from(options, ({ text }) => text).some((text) => text !== '' && text !== masked);
}
