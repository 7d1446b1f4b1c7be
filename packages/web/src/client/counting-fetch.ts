/**
 * `fetch`, telling how much of a body has gone out: only XMLHttpRequest is told so by the browser.
 *
 * @param tell - Called as the bytes go: 0 to 1 of the body as it is sent.
 */
export function createCountingFetch(tell: (share: number) => void): typeof fetch {
  return (address, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, String(address));
      request.responseType = 'blob';
      new Headers(headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      const abort = (): void => request.abort();
      request.upload.onprogress = ({ loaded, total }) => tell(total > 0 ? loaded / total : 1);
      // A blob, as asked above.
      request.onload = () => resolve(new Response(request.response as Blob, { status: request.status }));
      request.onerror = () => reject(new TypeError('No answer'));
      request.onabort = () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'));
      request.onloadend = () => signal?.removeEventListener('abort', abort);
      signal?.addEventListener('abort', abort);
      if (signal?.aborted) return reject(signal.reason);
      request.send(body instanceof Blob || typeof body === 'string' ? body : null);
    });
}
