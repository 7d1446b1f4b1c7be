import {
  IconBug,
  IconGauge,
  IconListDetails,
  IconPlayerPlay,
  IconSettings,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import {
  type ScreenLink,
  toIssues,
  toPerformance,
  toSessions,
  toSettings,
  toSpecification,
} from '../../client/index.ts';
import { Mark } from './mark.tsx';
import styles from './rail.module.css';

export interface Screen {
  name: string;
  icon: TablerIcon;
  /** Second key of the sequence that begins with `g`. */
  key: string;
  exact: boolean;
  link: (project: string) => ScreenLink;
  /** The addresses below which this screen counts as open. */
  under: readonly string[];
}

/** The five screens, in the order of the rail. */
export const screens: readonly Screen[] = [
  { name: 'Specification', icon: IconListDetails, key: 'h', exact: true, link: toSpecification, under: [''] },
  {
    name: 'Sessions',
    icon: IconPlayerPlay,
    key: 's',
    exact: false,
    link: toSessions,
    under: ['/sessions', '/visitors'],
  },
  { name: 'Issues', icon: IconBug, key: 'i', exact: false, link: toIssues, under: ['/issues'] },
  { name: 'Performance', icon: IconGauge, key: 'p', exact: false, link: toPerformance, under: ['/performance'] },
  { name: 'Settings', icon: IconSettings, key: ',', exact: false, link: toSettings, under: ['/settings'] },
];

/** Where one can go: a column on the left, at the foot of narrow windows. */
export function Rail({ project, path }: { project: string; path: string }) {
  const base = `/p/${project}`;
  return (
    <nav className={styles.rail} aria-label="Screens">
      <Link className={styles.brand} {...toSpecification(project)} aria-label="Sightglass, home">
        <Mark />
        <span className={styles.name}>Sightglass</span>
      </Link>
      <ul>
        {screens.map(({ name, icon: Icon, exact, link, under }) => {
          const open = exact ? path.replace(/\/$/, '') === base : under.some((one) => path.startsWith(base + one));
          return (
            <li key={name}>
              <Link
                className={styles.item}
                {...link(project)}
                aria-current={open ? 'page' : undefined}
                data-open={open || undefined}
              >
                <Icon size="1.125rem" stroke={1.6} aria-hidden />
                <span>{name}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
