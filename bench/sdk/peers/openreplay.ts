import { tracker } from '@openreplay/tracker';

/** The tracker with its defaults but for texts in clear; it would refuse a page without TLS otherwise. */
tracker.configure({
  projectKey: 'bench',
  ingestPoint: `${location.origin}/openreplay`,
  __DISABLE_SECURE_MODE: true,
  obscureTextEmails: false,
  obscureTextNumbers: false,
  defaultInputMode: 1,
});
void tracker.start();
