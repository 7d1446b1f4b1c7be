import { createTheme, type MantineThemeOverride, type VariantColorsResolver } from '@mantine/core';

/** Mantine asks for a colour by variant; every answer is one of our purposes. `danger` is the one other colour a button may have. */
const variantColorResolver: VariantColorsResolver = ({ color, variant }) => {
  const danger = color === 'danger';
  const ink = danger ? 'var(--danger)' : 'var(--accent)';
  const none = 'transparent';
  const hover = 'var(--surface-hover)';
  const edge = 'var(--hairline) solid ';
  if (variant === 'filled')
    return {
      background: ink,
      hover: danger ? `color-mix(in srgb, ${ink}, var(--text) 16%)` : 'var(--accent-hover)',
      color: danger ? 'var(--on-danger)' : 'var(--on-accent)',
      border: `${edge}${none}`,
    };
  if (variant === 'light')
    return {
      background: danger ? 'var(--danger-soft)' : 'var(--accent-soft)',
      hover,
      color: ink,
      border: `${edge}${none}`,
    };
  if (variant === 'subtle' || variant === 'transparent')
    return { background: none, hover, color: danger ? ink : 'var(--text-quiet)', border: `${edge}${none}` };
  return {
    background: 'var(--surface)',
    hover,
    color: danger ? ink : 'var(--text)',
    border: `${edge}var(--line-strong)`,
  };
};

export const mantineTheme: MantineThemeOverride = createTheme({
  variantColorResolver,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { variant: 'default', size: 'xs' } },
    ActionIcon: { defaultProps: { variant: 'subtle', size: 'md' } },
    TextInput: { defaultProps: { size: 'xs', withAsterisk: false } },
    PasswordInput: {
      defaultProps: {
        size: 'xs',
        withAsterisk: false,
        visibilityToggleButtonProps: { 'aria-label': 'Show what I type', tabIndex: 0 },
      },
    },
    Select: { defaultProps: { size: 'xs', checkIconPosition: 'right', allowDeselect: false } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: false, events: { hover: true, focus: true, touch: false } } },
    // The placeholder for the focus is no item, and a menu may hold nothing else (WAI-ARIA 1.2, `menu`).
    Menu: { defaultProps: { shadow: 'md', position: 'bottom-start', withInitialFocusPlaceholder: false } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close this notice' } } },
    Modal: {
      defaultProps: {
        ...{ centered: true, radius: 'md', closeButtonProps: { 'aria-label': 'Close' } },
        // Outside of the page's sections a `header` would be another banner of the page.
        attributes: { header: { role: 'presentation' } },
      },
    },
  },
});
