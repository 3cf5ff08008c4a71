package main

// Runs Kassa's vector files on kassa.go:  go test -v .

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

type vector struct {
	Name         string
	Body         *string
	BodyBase64   *string  `json:"body_base64"`
	BodyParts    [][2]any `json:"body_parts"`
	Canonical    *string  `json:"canonical"`
	SHA256       string   `json:"sha256"`
	Reason       string   `json:"reason"`
	Method       string   `json:"method"`
	Path         string   `json:"path"`
	Query        string   `json:"query"`
	Timestamp    string   `json:"timestamp"`
	Nonce        string   `json:"nonce"`
	StringToSign string   `json:"string_to_sign"`
	Sorted       string   `json:"sorted"`
	ID           string   `json:"id"`
	Secret       string   `json:"secret"`
	Secrets      []string `json:"secrets"`
	Header       string   `json:"signature_header"`
	KeyHex       string   `json:"key_hex"`
}

func (v vector) bytes(t *testing.T) []byte {
	switch {
	case v.BodyBase64 != nil:
		raw, err := base64.StdEncoding.DecodeString(*v.BodyBase64)
		if err != nil {
			t.Fatal(err)
		}
		return raw
	case v.BodyParts != nil:
		var body strings.Builder
		for _, part := range v.BodyParts {
			body.WriteString(strings.Repeat(part[0].(string), int(part[1].(float64))))
		}
		return []byte(body.String())
	case v.Body != nil:
		return []byte(*v.Body)
	}
	return nil
}

func TestVectors(t *testing.T) {
	folder := os.Getenv("KASSA_VECTORS")
	if folder == "" {
		folder = filepath.Join("..", "..", "contracts", "vectors")
	}
	passed, failed := 0, 0
	check := func(name string, holds bool) {
		if holds {
			passed++
		} else {
			failed++
			t.Errorf("failed: %s", name)
		}
	}
	read := func(name string) (lists map[string][]vector) {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		var members map[string]json.RawMessage
		if err := json.Unmarshal(text, &members); err != nil {
			t.Fatal(err)
		}
		lists = map[string][]vector{}
		for name, member := range members {
			var list []vector
			if json.Unmarshal(member, &list) == nil {
				lists[name] = list
			}
		}
		return lists
	}

	bodies := read("canonical-body.json")
	for _, v := range bodies["accepted"] {
		canonical, err := CanonicalBody(v.bytes(t))
		digest := sha256.Sum256([]byte(canonical))
		check(v.Name, err == nil && hex.EncodeToString(digest[:]) == v.SHA256)
		if v.Canonical != nil {
			check(v.Name+", its text", canonical == *v.Canonical)
		}
	}
	// The gateway refuses larger bodies. A client never gets such a body unless it writes one itself.
	for _, v := range bodies["refused"] {
		if v.Reason == "syntax" || v.Reason == "not_an_object" || v.Reason == "null_in_array" {
			_, err := CanonicalBody(v.bytes(t))
			check(v.Name, err != nil)
		}
	}

	requests := read("merchant-signature.json")
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range requests["valid"] {
		lines, err := StringToSign(v.Method, v.Path, v.Query, v.bytes(t), v.Timestamp, v.Nonce)
		check(v.Name, err == nil && lines == v.StringToSign)
		signature, err := Sign(key, lines)
		raw, notBase64 := base64.StdEncoding.DecodeString(signature)
		digest := sha256.Sum256([]byte(lines))
		problem := rsa.VerifyPKCS1v15(&key.PublicKey, crypto.SHA256, digest[:], raw)
		check(v.Name+", signed", errors.Join(err, notBase64, problem) == nil)
	}
	for _, v := range requests["query_sorting"] {
		check(v.Name, SortQuery(v.Query) == v.Sorted)
	}

	webhooks := read("webhook-signature.json")
	verify := func(v vector) error {
		seconds, _ := strconv.ParseInt(strings.TrimSpace(v.Timestamp), 10, 64)
		return VerifyWebhook(v.bytes(t), v.ID, v.Timestamp, v.Header, v.Secrets, time.Unix(seconds, 0))
	}
	for _, v := range append(webhooks["signed"], webhooks["accepted"]...) {
		check(v.Name, verify(v) == nil)
	}
	for _, v := range webhooks["refused"] {
		check(v.Name, errors.Is(verify(v), ErrWebhookRefused))
	}
	for _, v := range webhooks["secrets_accepted"] {
		key, err := WebhookKey(v.Secret)
		check(v.Name, err == nil && hex.EncodeToString(key) == v.KeyHex)
	}
	for _, v := range webhooks["secrets_refused"] {
		_, err := WebhookKey(v.Secret)
		check(v.Name, err != nil)
	}
	t.Logf("%d passed, %d failed", passed, failed)
}
