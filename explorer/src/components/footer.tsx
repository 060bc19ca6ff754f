/** Shows links to the API reference and the OpenAPI document. */
export function Footer() {
  return (
    <footer class="footer">
      <a href="./docs">API reference</a>
      <a href="./openapi.json">OpenAPI document</a>
    </footer>
  );
}
