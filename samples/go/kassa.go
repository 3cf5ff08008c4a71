// Kassa from Go, one file to copy from: create, query and refund a payment, verify a webhook.
// It needs only the standard library (Go 1.21 or newer).
//
//	go run kassa.go first-payment                           creates an order, waits for its payment, refunds a part
//	go run kassa.go call METHOD PATH [< body.json]          makes any signed call
//	go run kassa.go verify-webhook ID TIMESTAMP SIGNATURE < body
//	go run kassa.go receive-webhooks [PORT]                 receives webhooks, for example from `kassa listen`
//
// Settings: KASSA_MERCHANT_ID, KASSA_PRIVATE_KEY_FILE, KASSA_BASE_URL and KASSA_WEBHOOK_SECRET (during a
// rotation, both secrets with a space between them), or the .kassa/demo.json of a running sandbox in this folder.
package main

import (
	"bytes"
	"crypto"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
)

// #region signing

type pair struct{ key, value string }

// CanonicalBody flattens a body to sorted key=value pairs. Build it from exactly the bytes that are sent.
func CanonicalBody(raw []byte) (string, error) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber() // 10.00 is signed as 10.00, and a float64 would make it 10
	var tree map[string]any
	if err := decoder.Decode(&tree); err != nil {
		return "", fmt.Errorf("the body must be a JSON object: %w", err)
	}
	if _, err := decoder.Token(); err != io.EOF || tree == nil {
		return "", errors.New("the body must be one JSON object")
	}
	pairs, err := pairsOf("", true, tree)
	// Sort by the bytes of the key alone, not by the whole line.
	sort.Slice(pairs, func(i, j int) bool { return pairs[i].key < pairs[j].key })
	lines := make([]string, len(pairs))
	for i, p := range pairs {
		lines[i] = p.key + "=" + p.value
	}
	return strings.Join(lines, "&"), err
}

var (
	keyEncoder  = strings.NewReplacer("%", "%25", "&", "%26", "=", "%3D", ".", "%2E", "[", "%5B", "]", "%5D")
	textEncoder = strings.NewReplacer("%", "%25", "&", "%26")
)

func pairsOf(path string, isTop bool, value any) (pairs []pair, err error) {
	switch v := value.(type) {
	case map[string]any:
		for name, member := range v {
			if member == nil {
				continue
			}
			key := keyEncoder.Replace(name)
			if !isTop {
				key = path + "." + key
			}
			below, problem := pairsOf(key, false, member)
			pairs, err = append(pairs, below...), errors.Join(err, problem)
		}
		if len(pairs) == 0 && !isTop {
			pairs = []pair{{path, "{}"}}
		}
	case []any:
		for i, item := range v {
			if item == nil {
				return nil, fmt.Errorf("%s[%d]: null is not allowed inside an array", path, i)
			}
			below, problem := pairsOf(fmt.Sprintf("%s[%d]", path, i), false, item)
			pairs, err = append(pairs, below...), errors.Join(err, problem)
		}
		if len(v) == 0 {
			pairs = []pair{{path, "[]"}}
		}
	case json.Number:
		pairs = []pair{{path, v.String()}}
	case bool:
		pairs = []pair{{path, strconv.FormatBool(v)}}
	case string:
		text := textEncoder.Replace(v)
		switch v { // these two would otherwise look like an empty object and an empty array
		case "{}":
			text = "%7B}"
		case "[]":
			text = "%5B]"
		}
		pairs = []pair{{path, text}}
	}
	return pairs, err
}

// SortQuery sorts the raw pairs of the query, as they are sent, by key and then by value.
func SortQuery(query string) string {
	pairs := strings.Split(query, "&")
	sort.SliceStable(pairs, func(i, j int) bool {
		leftKey, leftValue, _ := strings.Cut(pairs[i], "=")
		rightKey, rightValue, _ := strings.Cut(pairs[j], "=")
		if leftKey != rightKey {
			return leftKey < rightKey
		}
		return leftValue < rightValue
	})
	return strings.Join(pairs, "&")
}

// StringToSign builds the six signed lines. body is the bytes that are sent, or nil for a call without a body.
func StringToSign(method, path, query string, body []byte, timestamp, nonce string) (string, error) {
	bodyHash := ""
	if body != nil {
		canonical, err := CanonicalBody(body)
		if err != nil {
			return "", err
		}
		digest := sha256.Sum256([]byte(canonical))
		bodyHash = hex.EncodeToString(digest[:])
	}
	return strings.Join([]string{method, path, SortQuery(query), bodyHash, timestamp, nonce}, "\n"), nil
}

// Sign signs the six lines: RSASSA-PKCS1-v1_5 with SHA-256, in Base64.
func Sign(key *rsa.PrivateKey, lines string) (string, error) {
	digest := sha256.Sum256([]byte(lines))
	signature, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, digest[:])
	return base64.StdEncoding.EncodeToString(signature), err
}

// #endregion signing

// #region client

// Product is a line of the summary on the cashier. json.Number("5.00") keeps every digit of an amount.
type Product struct {
	ProductID string      `json:"product_id"`
	Name      string      `json:"name"`
	Price     json.Number `json:"price"`
	Quantity  int         `json:"quantity"`
}

type CreatePayment struct {
	MerchantTransactionID string      `json:"merchant_transaction_id"`
	Amount                json.Number `json:"amount"`
	CurrencyCode          string      `json:"currency_code"`
	RedirectURL           string      `json:"redirect_url"`
	CancelURL             string      `json:"cancel_url,omitempty"`
	Description           string      `json:"description,omitempty"`
	Products              []Product   `json:"products,omitempty"`
}

type RefundRequest struct {
	TransactionID         string      `json:"transaction_id"`
	OriginalTransactionID string      `json:"original_transaction_id"`
	CurrencyCode          string      `json:"currency_code"`
	Amount                json.Number `json:"amount"`
	Reason                string      `json:"reason,omitempty"`
}

type Payment struct {
	OrderID       string      `json:"order_id"`
	PayURL        string      `json:"pay_url"` // in the answer of a create only
	State         string      `json:"state"`
	Amount        json.Number `json:"amount"`
	CurrencyCode  string      `json:"currency_code"`
	PaymentMethod string      `json:"payment_method"`
}

type Refund struct {
	Status       int         `json:"status"` // 0, 1: on its way; 2: made; 5: cancelled; 6: failed
	Amount       json.Number `json:"amount"`
	CurrencyCode string      `json:"currency_code"`
	ErrorCode    *string     `json:"error_code"`
}

// KassaError: the gateway refused the call. Branch on Name. Retryable says whether the same call can succeed later.
type KassaError struct {
	Name      string
	Code      int
	Detail    string
	Retryable bool
	RequestID string
	Fields    []struct{ Path, Message string }
	// StringToSign has the six lines as the gateway built them. Only a sandbox returns them, with INVALID_SIGNATURE.
	StringToSign string
}

func (e *KassaError) Error() string {
	text := fmt.Sprintf("%s (%d): %s [request %s]", e.Name, e.Code, e.Detail, e.RequestID)
	for _, field := range e.Fields {
		text += fmt.Sprintf("\n  %s: %s", field.Path, field.Message)
	}
	return text
}

// Kassa is a client. Create one per merchant and reuse it.
type Kassa struct {
	MerchantID string
	Key        *rsa.PrivateKey
	BaseURL    string
	client     http.Client
}

func NewKassa(merchantID string, keyPEM []byte, baseURL string) (*Kassa, error) {
	block, _ := pem.Decode(keyPEM)
	if block == nil {
		return nil, errors.New("the private key is not PEM")
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if block.Type == "RSA PRIVATE KEY" {
		parsed, err = x509.ParsePKCS1PrivateKey(block.Bytes)
	}
	key, isRSA := parsed.(*rsa.PrivateKey)
	if err != nil || !isRSA {
		return nil, fmt.Errorf("the private key is no RSA key: %v", err)
	}
	client := http.Client{Timeout: 30 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
	return &Kassa{merchantID, key, strings.TrimSuffix(baseURL, "/"), client}, nil
}

func (k *Kassa) CreatePayment(request CreatePayment) (payment Payment, err error) {
	err = k.call("POST", "/api/merchant/payment/create", request, &payment)
	return
}

func (k *Kassa) QueryPayment(number string) (payment Payment, err error) {
	err = k.call("GET", "/api/merchant/order/payment/query/"+number, nil, &payment)
	return
}

func (k *Kassa) Refund(request RefundRequest) (refund Refund, err error) {
	err = k.call("POST", "/api/merchant/payment/refund", request, &refund)
	return
}

func (k *Kassa) QueryRefund(number string) (refund Refund, err error) {
	err = k.call("GET", "/api/merchant/order/refund/query/"+number, nil, &refund)
	return
}

// call fills data or returns a *KassaError. After any other error (a timeout, a broken connection) repeat the
// identical call: with your own ID, a create or a refund happens only once. Each call is signed anew.
func (k *Kassa) call(method, target string, body, data any) error {
	var raw []byte
	if body != nil {
		var err error
		if raw, err = json.Marshal(body); err != nil {
			return err
		}
	}
	text, err := k.Send(method, target, raw)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, &struct{ Data any }{data})
}

// Send signs and sends these bytes. It returns the text of a successful answer.
func (k *Kassa) Send(method, target string, raw []byte) ([]byte, error) {
	path, query, _ := strings.Cut(target, "?")
	random := make([]byte, 18)
	if _, err := rand.Read(random); err != nil {
		return nil, err
	}
	nonce, timestamp := base64.RawURLEncoding.EncodeToString(random), strconv.FormatInt(time.Now().UnixMilli(), 10)
	lines, err := StringToSign(method, path, query, raw, timestamp, nonce)
	if err != nil {
		return nil, err
	}
	signature, err := Sign(k.Key, lines)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequest(method, k.BaseURL+target, bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Merchant-Id", k.MerchantID)
	request.Header.Set("X-Timestamp", timestamp)
	request.Header.Set("X-Nonce", nonce)
	request.Header.Set("X-Signature", signature)
	response, err := k.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	var answer struct {
		Code  int
		Msg   string
		Error struct {
			Detail    string
			Retryable bool
			RequestID string `json:"request_id"`
			Fields    []struct{ Path, Message string }
			Debug     struct {
				StringToSign string `json:"string_to_sign"`
			}
		}
	}
	if err := json.Unmarshal(text, &answer); err != nil || answer.Code == 0 {
		return nil, fmt.Errorf("%s did not answer as Kassa does: %.200q", k.BaseURL, text)
	}
	if answer.Code != 200 {
		e := answer.Error
		return nil, &KassaError{answer.Msg, answer.Code, e.Detail, e.Retryable, e.RequestID, e.Fields, e.Debug.StringToSign}
	}
	return text, nil
}

// #endregion client

// #region webhook

// ErrWebhookRefused: the webhook cannot be trusted, so answer 400 and do nothing else.
var ErrWebhookRefused = errors.New("webhook refused")

var unixSeconds = regexp.MustCompile(`^[0-9]{1,12}$`)

// VerifyWebhook returns nil if one of your secrets signed the body recently. Pass the raw bytes as received.
func VerifyWebhook(body []byte, id, timestamp, signature string, secrets []string, now time.Time) error {
	if strings.Contains(id, ".") || !unixSeconds.MatchString(timestamp) {
		return fmt.Errorf("%w: webhook-id or webhook-timestamp is malformed", ErrWebhookRefused)
	}
	seconds, _ := strconv.ParseInt(timestamp, 10, 64)
	if age := now.Unix() - seconds; age > 300 || age < -300 {
		return fmt.Errorf("%w: webhook-timestamp is too far from this machine's clock", ErrWebhookRefused)
	}
	isGenuine := false
	for _, secret := range secrets {
		key, err := WebhookKey(secret)
		if err != nil {
			return err
		}
		digest := hmac.New(sha256.New, key)
		digest.Write([]byte(id + "." + timestamp + "."))
		digest.Write(body)
		expected := []byte("v1," + base64.StdEncoding.EncodeToString(digest.Sum(nil)))
		// During a rotation of the secret, the header has several signatures. Compare them as text, in constant time.
		for _, candidate := range strings.Split(signature, " ") {
			isGenuine = hmac.Equal([]byte(candidate), expected) || isGenuine
		}
	}
	if !isGenuine {
		return fmt.Errorf("%w: no signature matches: another secret, or the body is not the raw one", ErrWebhookRefused)
	}
	return nil
}

// WebhookKey is the key inside a whsec_… secret.
func WebhookKey(secret string) ([]byte, error) {
	text, hasPrefix := strings.CutPrefix(secret, "whsec_")
	key, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil || !hasPrefix || len(key) < 24 || len(key) > 64 || base64.StdEncoding.EncodeToString(key) != text {
		return nil, errors.New(`a webhook secret is "whsec_" and the Base64 of 24 to 64 bytes`)
	}
	return key, nil
}

// Event has the members of every webhook. Some event types also have refund, failure or dispute.
type Event struct {
	EventType string `json:"event_type"`
	EventID   string `json:"event_id"`
	Data      struct {
		OrderID               string      `json:"order_id"`
		MerchantTransactionID string      `json:"merchant_transaction_id"`
		Amount                json.Number `json:"amount"`
		CurrencyCode          string      `json:"currency_code"`
		State                 string      `json:"state"`
		Sequence              int         `json:"sequence"`
	} `json:"data"`
}

// #endregion webhook

// #region receiver

// receiveWebhooks answers 2xx only after it has handled the event. After any other answer, the gateway sends it again.
func receiveWebhooks(port string, secrets []string) error {
	var seen sync.Map // In production, use a table: an event can arrive again, even after a restart.
	receiver := func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, 1_000_000))
		header := request.Header.Get
		if err == nil {
			err = VerifyWebhook(body, header("webhook-id"), header("webhook-timestamp"), header("webhook-signature"),
				secrets, time.Now())
		}
		var event Event
		if err == nil {
			err = json.Unmarshal(body, &event)
		}
		if err != nil {
			http.Error(response, err.Error(), http.StatusBadRequest)
			return
		}
		if _, again := seen.LoadOrStore(event.EventID, true); !again {
			fmt.Println(event.EventType, event.Data.MerchantTransactionID, event.Data.State)
		}
		response.WriteHeader(http.StatusOK)
	}
	fmt.Printf("Listening on http://127.0.0.1:%s/\n", port)
	server := http.Server{Addr: "127.0.0.1:" + port, Handler: http.HandlerFunc(receiver), ReadTimeout: 10 * time.Second}
	return server.ListenAndServe()
}

// #endregion receiver

func firstPayment(kassa *Kassa) error {
	number := fmt.Sprintf("go-%d", time.Now().UnixMilli())
	order, err := kassa.CreatePayment(CreatePayment{
		MerchantTransactionID: number,
		Amount:                "10.00",
		CurrencyCode:          "USD",
		RedirectURL:           "https://shop.example/thanks",
		Products:              []Product{{"p1", "Coffee & cake", "5.00", 2}},
	})
	if err != nil {
		return err
	}
	fmt.Printf("Order %s was created. Pay here with 4242 4242 4242 4242:\n%s\n", order.OrderID, order.PayURL)

	// A shop waits for the webhook order.payment.succeeded instead. After PAY_FAIL, the consumer can try another card.
	payment, err := kassa.QueryPayment(number)
	for err == nil && (payment.State == "INIT" || payment.State == "PAYING" || payment.State == "PAY_FAIL") {
		time.Sleep(time.Second)
		payment, err = kassa.QueryPayment(number)
	}
	if err == nil && payment.State != "PAY_SUCCESS" {
		err = fmt.Errorf("the order ended as %s", payment.State)
	}
	if err != nil {
		return err
	}
	fmt.Printf("Paid: %s %s by %s.\n", payment.Amount, payment.CurrencyCode, payment.PaymentMethod)

	refundNumber := number + "-r1"
	refund, err := kassa.Refund(RefundRequest{refundNumber, number, "USD", "4.00", "one piece came back"})
	for err == nil && (refund.Status == 0 || refund.Status == 1) {
		time.Sleep(time.Second)
		refund, err = kassa.QueryRefund(refundNumber)
	}
	if err == nil {
		payment, err = kassa.QueryPayment(number)
	}
	if err != nil {
		return err
	}
	fmt.Printf("Refund %s of %s %s ended with status %d.\n", refundNumber, refund.Amount, refund.CurrencyCode, refund.Status)
	fmt.Printf("The order is %s.\n", payment.State)
	return nil
}

func setting(name, member string, demo map[string]string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	if value := demo[member]; value != "" {
		return value
	}
	fail(fmt.Errorf("set %s, or run this where `npm start` has made .kassa/demo.json", name))
	return ""
}

func fail(err error) {
	var refusal *KassaError
	if errors.As(err, &refusal) && refusal.StringToSign != "" {
		fmt.Fprintf(os.Stderr, "The gateway built these lines:\n%s\n", refusal.StringToSign)
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func main() {
	demo := map[string]string{}
	if file, err := os.ReadFile(".kassa/demo.json"); err == nil {
		if err := json.Unmarshal(file, &demo); err != nil {
			fail(err)
		}
	}
	keyPEM, err := os.ReadFile(setting("KASSA_PRIVATE_KEY_FILE", "private_key_file", demo))
	if err != nil {
		fail(err)
	}
	kassa, err := NewKassa(setting("KASSA_MERCHANT_ID", "merchant_id", demo), keyPEM,
		setting("KASSA_BASE_URL", "merchant_base_url", demo))
	if err != nil {
		fail(err)
	}
	secrets := strings.Fields(setting("KASSA_WEBHOOK_SECRET", "webhook_secret", demo))

	arguments := append(os.Args[1:], "", "", "", "")
	switch command := arguments[0]; {
	case command == "first-payment":
		err = firstPayment(kassa)
	case command == "call" && len(os.Args) == 4:
		var raw, text []byte
		if arguments[1] == "POST" {
			if raw, err = io.ReadAll(os.Stdin); err != nil {
				break
			}
		}
		text, err = kassa.Send(arguments[1], arguments[2], raw)
		fmt.Printf("%s\n", text)
	case command == "verify-webhook" && len(os.Args) == 5:
		var raw []byte
		var event Event
		if raw, err = io.ReadAll(os.Stdin); err != nil {
			break
		}
		if err = VerifyWebhook(raw, arguments[1], arguments[2], arguments[3], secrets, time.Now()); err != nil {
			break
		}
		err = json.Unmarshal(raw, &event)
		fmt.Printf("genuine: %s of %s\n", event.EventType, event.Data.MerchantTransactionID)
	case command == "receive-webhooks":
		port := arguments[1]
		if port == "" {
			port = "3000"
		}
		err = receiveWebhooks(port, secrets)
	default:
		err = errors.New("commands: first-payment, call, verify-webhook, receive-webhooks; see the head of kassa.go")
	}
	if err != nil {
		fail(err)
	}
}
