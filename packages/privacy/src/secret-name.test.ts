import { expect, test } from 'vitest';
import { holdsSecret, isSecretName } from './secret-name.ts';

test.each(
  'password newPassword pwd passwd pass user[password] PASSWORD loginPasswd pin userPIN pinCode otp otpCode cvv cvc2 card_number cardNo \
  secret client-secret token accessToken csrf_token refreshToken idToken apiKey api_key privateKey authorization passphrase passcode \
  one_time_code verificationCode securityAnswer credentials kennwort kartennummer kreditkarten_nr Prüfziffer sicherheitscode motDePasse iban \
  numero_carte codeSecurite numero_tarjeta codigo_seguridad código_de_verificación numero_carta codice_sicurezza numero_cartao kaartnummer numer_karty \
  recoveryPhrase recovery_words seed_phrase backupKey licenseKey \
  tarjeta cartao cartão kreditkarte tarjeta_credito carte_bancaire cartaDiCredito'.split(/\s+/),
)('%s is the name of a secret', (name) => expect(isSecretName(name)).toBe(true));

test.each(
  'shipping pinned spinner opinion topic passenger compass tokenizer maxTokens secretary keyboard key primaryKey quantity partNo cardinality \
  discard prüfung proof_number code countryCode email note answer organisation cart cartItems zipCode promoCode \
  keywords seedling licensed phraseOfTheDay words \
  carte cartas landkarte tarjetero credits bankName cardTitle'.split(/\s+/),
)('%s is not', (name) => expect(isSecretName(name)).toBe(false));

test('a body that is no JSON is judged as a name, however long it is', () => {
  // Looking ahead from each letter to the end would take minutes.
  const prose = 'weather, '.repeat(200_000);
  expect(isSecretName(prose)).toBe(false);
  expect(isSecretName(`${prose}, verify the code`)).toBe(true);
});

test('a secret is found wherever it lies in a body', () => {
  for (const body of [
    { email: 'a', password: 'b' },
    { variables: { input: [{ a: 1 }, { user: { pin: 1234 } }] } },
    [
      { name: 'username', value: 'a' },
      { name: 'password', value: 'b' },
    ],
    { grant: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln' },
  ])
    expect(holdsSecret(body), JSON.stringify(body)).toBe(true);
});

test('that there is a secret, or none, is no secret', () => {
  for (const body of [{ hasPassword: true }, { password: null }, { name: 'Pin badge', price: 3 }, [], 'pin', 7, null])
    expect(holdsSecret(body), JSON.stringify(body)).toBe(false);
});

test('what lies too deep to be looked through is taken for a secret', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level++) deep = [deep];
  expect(holdsSecret(deep)).toBe(true);
});
