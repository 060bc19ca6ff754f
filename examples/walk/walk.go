// Prints every transaction of a wallet as JSON Lines, each exactly once: go run walk.go, without modules.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"
	"strings"
)

// Transaction has its amount as text, because a float64 would round it.
type Transaction struct {
	ID     string      `json:"id"`
	Asset  string      `json:"asset"`
	Type   string      `json:"type"`
	Amount json.Number `json:"amount"`
}

// readPage prints a page and returns the URL of the next one, or nil.
func readPage(page *url.URL) *url.URL {
	request, err := http.NewRequest("GET", page.String(), nil)
	check(err)
	request.Header.Set("x-svc-api-key", os.Getenv("API_KEY"))
	request.Header.Set("x-svc-org-id", os.Getenv("ORG_ID"))
	request.Header.Set("x-svc-project-id", os.Getenv("PROJECT_ID"))
	request.Header.Set("x-svc-wallet-id", os.Getenv("WALLET_ID"))
	response, err := http.DefaultClient.Do(request)
	check(err)
	defer response.Body.Close()
	if response.StatusCode != 200 {
		log.Fatal(response.Status)
	}
	var body struct{ Transactions []Transaction }
	check(json.NewDecoder(response.Body).Decode(&body))
	for _, row := range body.Transactions {
		fmt.Printf("{\"id\":%q,\"asset\":%q,\"type\":%q,\"amount\":%q}\n", row.ID, row.Asset, row.Type, row.Amount)
	}
	target, _, found := strings.Cut(strings.TrimPrefix(response.Header.Get("link"), "<"), ">")
	if !found {
		return nil
	}
	next, err := page.Parse(target)
	check(err)
	return next
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	page, err := url.Parse(os.Getenv("TELLER_URL") + "/v0/wallet/transactions?limit=1000")
	check(err)
	for page != nil {
		page = readPage(page)
	}
}
