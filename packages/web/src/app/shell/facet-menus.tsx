import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { choicesQuery, useWhere, type WhereSearch } from '../../client/index.ts';
import { Choice, ChoiceMenu, SeenChoices } from '../../ui/index.ts';

export function EnvironmentMenu() {
  const where = useWhere();
  const { data } = useQuery(choicesQuery(where));
  return (
    <FacetMenu
      about="Environment"
      all="All environments"
      chosen={where.environment}
      values={data?.environments ?? []}
      searchOf={(env) => ({ env })}
    />
  );
}

export function ReleaseMenu() {
  const where = useWhere();
  const { data } = useQuery(choicesQuery(where));
  return (
    <FacetMenu
      about="Release"
      all="All releases"
      chosen={where.release}
      values={data?.releases ?? []}
      searchOf={(release) => ({ release })}
    />
  );
}

function FacetMenu({
  about,
  all,
  chosen,
  values,
  searchOf,
}: {
  about: string;
  all: string;
  chosen: string;
  values: readonly { value: string; sessions: number }[];
  searchOf: (value: string | undefined) => Partial<Record<keyof WhereSearch, string | undefined>>;
}) {
  const navigate = useNavigate();
  const choose = (value: string | undefined): void =>
    void navigate({ to: '.', search: (now: WhereSearch) => ({ ...now, ...searchOf(value) }) });
  const named = values.filter(({ value }) => value !== '');
  return (
    <ChoiceMenu about={about} chosen={chosen === '' ? all : chosen} active={chosen !== ''}>
      <Choice chosen={chosen === ''} onChoose={() => choose(undefined)}>
        {all}
      </Choice>
      <SeenChoices values={named} chosen={chosen} onChoose={choose} />
    </ChoiceMenu>
  );
}
