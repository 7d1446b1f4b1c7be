import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { choicesQuery, useWhere } from '../../client/index.ts';
import { Choice, ChoiceMenu, SeenChoices } from '../../ui/index.ts';
import { type Against, againstWords, releaseOf } from './against.ts';

/** What all figures of this screen are compared with. */
export function AgainstMenu({ against, onChoose }: { against: Against; onChoose: (against: Against) => void }) {
  const where = useWhere();
  const { data } = useQuery(choicesQuery(where));
  const releases = (data?.releases ?? []).filter(({ value }) => value !== '' && value !== where.release);
  const chosen = against.startsWith('release:') ? releaseOf(against) : '';
  return (
    <ChoiceMenu
      about="Compare with"
      chosen={against === '' ? 'Compare' : besideWords(where.release, against)}
      active={against !== ''}
    >
      <Choice chosen={against === ''} onChoose={() => onChoose('')}>
        Nothing
      </Choice>
      <Choice chosen={against === 'before'} onChoose={() => onChoose('before')}>
        {sentence(againstWords(where, 'before'))}
      </Choice>
      <SeenChoices
        values={releases}
        chosen={chosen}
        nameOf={(value) => `Release ${value}`}
        onChoose={(value) => onChoose(`release:${value}`)}
      />
      {where.release === '' && releases.length > 1 && (
        <Menu.Label fw={400}>
          What is shown is of all releases.
          <br />
          Choose one of them at the top
          <br />
          to set it beside another.
        </Menu.Label>
      )}
    </ChoiceMenu>
  );
}

/** A whole beside a part of it says so. */
function besideWords(release: string, against: Against): string {
  if (against === 'before') return 'Beside earlier';
  return `${release === '' ? 'All beside' : 'Beside'} ${releaseOf(against)}`;
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
