/**
 * Forms, pictures and frames with a name are members of their document under that name, and fields are members of their form by name
 * and by id, before the members that documents and forms have by themselves (HTML, "named properties"). A form that is called
 * `createElement` would leave a player without it, so such names are not given to a rebuilt page.
 */
export function hidesMember(element: string, attribute: string, value: unknown): boolean {
  if ((attribute !== 'name' && attribute !== 'id') || typeof value !== 'string') return false;
  // Where it is not told whose attribute it is, it may be anybody's.
  const isAny = element === '';
  if (isAny || inDocument.has(element)) return ofNodes.has(value) || ofDocuments.has(value);
  // A button that is called `close`, by which a style sheet may place it, hides nothing: no form has that member.
  return inForm.has(element) && ofNodes.has(value);
}

const inDocument = new Set('form img iframe frame object embed applet'.split(' '));
const inForm = new Set('input select textarea button output fieldset keygen'.split(' '));

/** What a player uses of documents and of forms. */
const ofNodes = new Set(
  `addEventListener animate append appendChild attachShadow attributes baseURI before after childElementCount childNodes children className
  classList cloneNode closest compareDocumentPosition contains dataset dispatchEvent firstChild firstElementChild focus getAnimations getAttribute
  getAttributeNS getAttributeNames getBoundingClientRect getClientRects getElementsByClassName getElementsByTagName getElementsByTagNameNS
  getRootNode hasAttribute hasAttributeNS hasAttributes hasChildNodes hidden hidePopover inert innerHTML insertAdjacentElement insertAdjacentHTML
  insertBefore isConnected isEqualNode isSameNode lastChild lastElementChild localName matches namespaceURI nextElementSibling nextSibling nodeName
  nodeType nodeValue normalize outerHTML ownerDocument parentElement parentNode popover prefix prepend previousElementSibling previousSibling
  querySelector querySelectorAll releasePointerCapture remove removeAttribute removeAttributeNS removeChild removeEventListener replaceChild
  replaceChildren replaceWith scroll scrollBy scrollHeight scrollIntoView scrollLeft scrollTo scrollTop scrollWidth setAttribute setAttributeNS
  setPointerCapture shadowRoot showPopover style tagName textContent toString toggleAttribute togglePopover valueOf constructor hasOwnProperty`.split(
    /\s+/,
  ),
);

/** What it uses of documents, and no form has. */
const ofDocuments = new Set(
  `activeElement adoptNode adoptedStyleSheets all body characterSet close compatMode contentDocument contentType contentWindow createAttribute
  createComment createCDATASection createDocumentFragment createElement createElementNS createEvent createRange createTextNode createTreeWalker
  currentScript customElements defaultView doctype documentElement documentURI elementFromPoint elementsFromPoint fonts forms getElementById
  getSelection head implementation importNode location open readyState rootElement scrollingElement styleSheets timeline write writeln`.split(
    /\s+/,
  ),
);
