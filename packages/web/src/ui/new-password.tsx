import { PasswordInput } from '@mantine/core';

/** A password that is being chosen: says beforehand what will be taken. Its value is the form's `password`. */
export function NewPassword({
  label = 'Password',
  minChars,
  size = 'xs',
  autoFocus = false,
}: {
  label?: string;
  minChars: number;
  size?: 'xs' | 'sm';
  autoFocus?: boolean;
}) {
  return (
    <PasswordInput
      name="password"
      size={size}
      label={label}
      description={`At least ${minChars} characters; a sentence is easiest to remember.`}
      autoComplete="new-password"
      minLength={minChars}
      maxLength={1_024}
      autoFocus={autoFocus}
      required
    />
  );
}
