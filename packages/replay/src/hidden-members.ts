/**
 * Forms, pictures and frames with a name are members of their document under that name, and fields are members of their form by name
 * and by id, before the members that documents and forms have by themselves (HTML, "named properties"). A form that is called
 * `createElement` would leave a player without it, so such names are not given to a rebuilt page.
 */
export function hidesMember(element: string, attribute: string, value: unknown): boolean {
  if (attribute !== 'name' && attribute !== 'id') return false;
  return (element === '' || named.has(element)) && typeof value === 'string' && members.has(value);
}

/** `''`, where it is not told whose attribute it is, stands for any of them. */
const named = new Set(
  'form img iframe frame object embed applet input select textarea button output fieldset keygen'.split(' '),
);

/** What a player uses of documents and forms. */
const members = new Set(
  `activeElement addEventListener adoptNode adoptedStyleSheets all animate append appendChild attachShadow attributes baseURI
  before after body characterSet childElementCount childNodes children className classList cloneNode close closest compareDocumentPosition
  compatMode contains contentDocument contentType contentWindow createAttribute createComment createCDATASection createDocumentFragment
  createElement createElementNS createEvent createRange createTextNode createTreeWalker currentScript customElements dataset defaultView
  dispatchEvent doctype documentElement documentURI elementFromPoint elementsFromPoint firstChild firstElementChild focus fonts forms
  getAnimations getAttribute getAttributeNS getAttributeNames getBoundingClientRect getClientRects getElementById getElementsByClassName
  getElementsByTagName getElementsByTagNameNS getRootNode getSelection hasAttribute hasAttributeNS hasAttributes hasChildNodes head hidden
  hidePopover implementation importNode inert innerHTML insertAdjacentElement insertAdjacentHTML insertBefore isConnected isEqualNode
  isSameNode lastChild lastElementChild localName location matches namespaceURI nextElementSibling nextSibling nodeName nodeType nodeValue
  normalize open outerHTML ownerDocument parentElement parentNode popover prefix prepend previousElementSibling previousSibling
  querySelector querySelectorAll readyState releasePointerCapture remove removeAttribute removeAttributeNS removeChild
  removeEventListener replaceChild replaceChildren replaceWith rootElement scroll scrollBy scrollHeight scrollIntoView scrollLeft
  scrollTo scrollTop scrollWidth scrollingElement setAttribute setAttributeNS setPointerCapture shadowRoot showPopover style styleSheets
  tagName textContent timeline toString toggleAttribute togglePopover valueOf write writeln constructor hasOwnProperty`.split(
    /\s+/,
  ),
);
