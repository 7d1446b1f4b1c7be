import { Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { describeFailure, meQuery, toSpecification, useProject } from '../../client/index.ts';
import { Choice, ChoiceMenu, MenuDialog } from '../../ui/index.ts';
import { ProjectForm } from './project-form.tsx';
import { useMakeProject } from './use-make-project.ts';

/** Which application one looks at. Another one starts without the bounds of this one. */
export function ProjectMenu() {
  const { data } = useSuspenseQuery(meQuery);
  const current = useProject();
  const navigate = useNavigate();
  const button = useRef<HTMLButtonElement>(null);
  const [making, setMaking] = useState(false);
  const make = useMakeProject(() => setMaking(false));
  return (
    <>
      <ChoiceMenu button={button} about="Project" chosen={current?.name ?? 'No project'} strong>
        {data.projects.map(({ id, name, sample }) => (
          <Choice
            key={id}
            chosen={id === current?.id}
            {...(sample ? { note: 'sample' } : {})}
            onChoose={() => void navigate({ ...toSpecification(id), search: {} })}
          >
            {name}
          </Choice>
        ))}
        {data.member?.owner === true && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconPlus size="0.875rem" aria-hidden />} onClick={() => setMaking(true)}>
              New project
            </Menu.Item>
          </>
        )}
      </ChoiceMenu>
      <MenuDialog button={button} opened={making} onClose={() => setMaking(false)} title="New project">
        <ProjectForm
          busy={make.isPending}
          failure={make.error ? describeFailure(make.error).title : undefined}
          onName={make.mutate}
        />
      </MenuDialog>
    </>
  );
}
