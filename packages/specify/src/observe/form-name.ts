/** Where fields stand that are in no form: landmarks have no constraints of their own. */
export const landmark = /^(?:page|main|banner|navigation|complementary|contentinfo|region|search|group)$/;
const masked = /^(?:\{[a-z]+\}\s*)+$/;

/** A form without a name is called after the landmark that it stands in; a name that is made of data alone names nothing either. */
export const isNamed = (form: string): boolean =>
  !/^(?:form)?$/.test(form) && !masked.test(form) && !landmark.test(form);

/** Forms without a name of their own are told apart by the screen on which they stand: what a key says behind their field. */
export const screenOf = (form: string, route: string | undefined): string[] =>
  isNamed(form) || route === undefined || route === '' ? [] : [route];

/** `email` of `ng.form0.email`: forms of signals in Angular are counted as they come. */
export const fieldName = (name: string): string => name.replace(/^ng\.form\d+\./, '');
