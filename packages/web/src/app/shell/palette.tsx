import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight';
import { IconKeyboard, IconLogout, IconMoon, IconSearch, IconSettings, IconStack2, IconSun } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  meQuery,
  type SettingsSection,
  settingsSections,
  toSessions,
  toSettings,
  toSpecification,
  useWhere,
} from '../../client/index.ts';
import { usePreferences } from '../../theme/index.ts';
import { lookups } from './palette-lookups.tsx';
import { screens } from './rail.tsx';
import { useSignOut } from './use-sign-out.ts';

const iconSize = '1.125rem';
const sectionNames: Record<SettingsSection, string> = {
  snippet: 'Connect your application',
  recording: 'Recording: kill switch, masks, shares',
  releases: 'Releases: scripts and source maps',
  doctor: 'Doctor',
  intake: 'Intake and quarantine',
  members: 'Members',
  tokens: 'API tokens',
  keys: 'Client keys',
  audit: 'Audit: who did what',
  project: 'Project',
  account: 'Your account and password',
};

/** Ctrl or ⌘ and K: everywhere one can go and everything one can switch, found by a few letters. */
export function Palette({ onHelp }: { onHelp: () => void }) {
  const { project } = useWhere();
  const { data } = useSuspenseQuery(meQuery);
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { setTheme, setDensity, density } = usePreferences();

  const [written, setWritten] = useState('');
  const looks = lookups(project, written, (link) => void navigate(link));
  const go: SpotlightActionData[] = [
    ...screens.map(({ name, icon: Icon, link }) => ({
      id: `screen-${name}`,
      label: name,
      leftSection: <Icon size={iconSize} stroke={1.6} aria-hidden />,
      onClick: () => void navigate(link(project)),
    })),
    {
      id: 'sessions-with-errors',
      label: 'Sessions with errors',
      leftSection: <IconSearch size={iconSize} stroke={1.6} aria-hidden />,
      onClick: () => void navigate(toSessions(project, { q: 'has:errors' })),
    },
    ...settingsSections.map((section) => ({
      id: `settings-${section}`,
      label: `Settings: ${sectionNames[section]}`,
      leftSection: <IconSettings size={iconSize} stroke={1.6} aria-hidden />,
      onClick: () => void navigate(toSettings(project, section)),
    })),
  ];
  const projects: SpotlightActionData[] = data.projects
    .filter(({ id }) => id !== project)
    .map(({ id, name }) => ({
      id: `project-${id}`,
      label: name,
      description: 'Project',
      leftSection: <IconStack2 size={iconSize} stroke={1.6} aria-hidden />,
      onClick: () => void navigate({ ...toSpecification(id), search: {} }),
    }));
  const switches: SpotlightActionData[] = [
    {
      id: 'theme-light',
      label: 'Light theme',
      leftSection: <IconSun size={iconSize} stroke={1.6} aria-hidden />,
      onClick: () => setTheme('light'),
    },
    {
      id: 'theme-dark',
      label: 'Dark theme',
      leftSection: <IconMoon size={iconSize} stroke={1.6} aria-hidden />,
      onClick: () => setTheme('dark'),
    },
    {
      id: 'density',
      label: density === 'compact' ? 'Comfortable rows' : 'Compact rows',
      leftSection: <IconStack2 size={iconSize} stroke={1.6} aria-hidden />,
      onClick: () => setDensity(density === 'compact' ? 'comfortable' : 'compact'),
    },
    {
      id: 'keys',
      label: 'Keyboard',
      description: 'All keys of this screen',
      leftSection: <IconKeyboard size={iconSize} stroke={1.6} aria-hidden />,
      onClick: onHelp,
    },
    {
      id: 'sign-out',
      label: 'Sign out',
      leftSection: <IconLogout size={iconSize} stroke={1.6} aria-hidden />,
      onClick: signOut,
    },
  ];
  const actions: SpotlightActionGroupData[] = [
    { group: 'Go to', actions: go },
    { group: 'Projects', actions: projects },
    { group: 'Switch', actions: switches },
  ].filter((group) => group.actions.length > 0);

  return (
    <Spotlight
      actions={actions}
      shortcut={null}
      query={written}
      onQueryChange={setWritten}
      // What is looked for in the product's own matter stands below what is called so, whatever it is called.
      filter={(query, all) => [
        ...byName(query, all),
        ...(looks.length > 0 ? [{ group: 'Look for', actions: looks }] : []),
      ]}
      highlightQuery
      scrollable
      maxHeight="60dvh"
      overlayProps={{ blur: 0 }}
      attributes={{ content: { 'aria-label': 'Search and jump' } }}
      searchProps={{
        leftSection: <IconSearch size={iconSize} aria-hidden />,
        placeholder: 'Search and jump',
        'aria-label': 'Search and jump',
        // Whoever types on at once loses no letter.
        autoFocus: true,
      }}
    />
  );
}

type Found = SpotlightActionData | SpotlightActionGroupData;

/** Those whose name or description has all of the letters, in a row. */
function byName(query: string, all: readonly Found[]): Found[] {
  const words = query.trim().toLowerCase();
  const fits = ({ label = '', description = '' }: SpotlightActionData): boolean =>
    `${label} ${description}`.toLowerCase().includes(words);
  return all.flatMap((one): Found[] => {
    if (!('actions' in one)) return fits(one) ? [one] : [];
    const actions = one.actions.filter(fits);
    return actions.length > 0 ? [{ ...one, actions }] : [];
  });
}
