/**
 * What is chosen is what was told to be. Our recorder tells each option that is: where it tells none, and the options are no secret, none was
 * chosen, though a browser shows the first one. While a run of events is half carried out, an option that is put into a choice may be chosen
 * still, as it was in the one that it comes from: there a browser lets go of the one that was.
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
        else choose(choice, choice.querySelectorAll<HTMLOptionElement>('option[selected]'));
    },
  };
}

function choose(choice: HTMLSelectElement, told: ArrayLike<HTMLOptionElement>): void {
  const { multiple, options, selectedOptions } = choice;
  if (selectedOptions.length === told.length && Array.from(selectedOptions).every((option, at) => option === told[at]))
    return;
  if (told.length === 0) {
    if (tells(choice)) choice.selectedIndex = -1;
    return;
  }
  // Of one that holds a single choice only what is chosen may be said: where none is, a browser chooses.
  for (const option of multiple ? options : Array.from(told)) option.selected = option.hasAttribute('selected');
}

function tells({ options }: HTMLSelectElement): boolean {
  return Array.from(options, ({ text }) => text).some((text) => text !== '' && text !== masked);
}
