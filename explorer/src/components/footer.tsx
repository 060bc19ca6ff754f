/** Links to what describes the API. */
export function Footer() {
  return (
    <footer class="footer">
      <a href="./docs">API reference</a>
      <a href="./openapi.json">OpenAPI document</a>
    </footer>
  );
}
