// The api as a whole: routes and their description, headers, limits, admin, bad requests.
#include <fstream>

#include "serve/fixture.hpp"

namespace nazo::serve {

namespace {

TEST_F(ApiTest, EveryRouteIsDescribedAndEveryDescriptionHasARoute) {
  const Value document = *parse_json(openapi_text());
  std::size_t described = 0;
  for (const auto& [path, methods] : *document.find("paths")->fields()) described += methods.fields()->size();
  EXPECT_EQ(described, Api::routes().size());
  for (const Api::Route& route : Api::routes()) {
    const Value* path = document.find("paths")->find(route.pattern);
    ASSERT_NE(path, nullptr) << route.pattern;
    EXPECT_NE(path->find(lower(route.method)), nullptr) << route.method << " " << route.pattern;
  }
}

TEST_F(ApiTest, TheHouseIsWell) {
  EXPECT_EQ(get("/healthz").body, "{\"status\":\"ok\"}\n");
  EXPECT_EQ(json(get("/openapi.json")).find("openapi")->json(), "\"3.1.0\"");
  EXPECT_EQ(json(get("/api/genres")).find("genres")->items()->size(), catalog().size());
  (void)get("/api/puzzles");
  const std::string metrics = body_of(get("/metrics"));
  EXPECT_NE(metrics.find("nazo_requests_total{route=\"/api/puzzles\",status=\"200\"} 1"), std::string::npos) << metrics;
}

TEST_F(ApiTest, EveryAnswerCarriesTheHeadersThatProtect) {
  for (const std::string target : {"/", "/api/puzzles", "/api/puzzles/none", "/assets/app-1.js", "/nowhere.txt"}) {
    const Response response = get(target);
    EXPECT_EQ(header(response, "X-Content-Type-Options"), "nosniff") << target;
    const std::string policy = header(response, "Content-Security-Policy");
    EXPECT_TRUE(policy.starts_with("default-src 'none'")) << target;
    EXPECT_NE(policy.find("frame-ancestors 'none'"), std::string::npos);
    EXPECT_EQ(policy.find("unsafe-eval'") != std::string::npos && policy.find("wasm-unsafe-eval'") == std::string::npos,
              false);
    // A worker may do only what the policy of its own script allows: without connections the service worker answers
    // nothing.
    EXPECT_EQ(policy.find("connect-src 'self'") != std::string::npos,
              response.type.starts_with("text/html") || response.type.starts_with("text/javascript"))
        << target;
    if (response.type.starts_with("text/html")) {
      EXPECT_EQ(policy.find("unsafe-inline"), std::string::npos);
    }
  }
}

TEST_F(ApiTest, ThePageAnswersEveryAddressThatIsNoFile) {
  EXPECT_EQ(get("/").type, "text/html; charset=utf-8");
  EXPECT_EQ(get("/play/sokoban/x").type, "text/html; charset=utf-8");
  EXPECT_EQ(get("/assets/app-1.js").body, "console.log(1)");
  EXPECT_NE(header(get("/assets/app-1.js"), "Cache-Control").find("immutable"), std::string::npos);
  for (const std::string bad :
       {"/assets/app-2.js", "/../etc/passwd", "/assets/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/api/none",
        "/api/puzzles/../../etc/passwd", "/.git/config"})
    EXPECT_EQ(get(bad).status, 404) << bad;
  EXPECT_EQ(ask({.method = "POST", .target = "/"}).status, 404);
}

TEST_F(ApiTest, TagsAndPacking) {
  const Response first = get("/api/puzzles");
  const std::string tag = header(first, "ETag");
  ASSERT_FALSE(tag.empty());
  const Response again = get("/api/puzzles", {{"If-None-Match", tag}});
  EXPECT_EQ(again.status, 304);
  EXPECT_TRUE(again.body.empty());
  EXPECT_EQ(get("/api/puzzles", {{"If-None-Match", "\"other\""}}).status, 200);
  const Response packed = get("/", {{"Accept-Encoding", "gzip"}});
  EXPECT_EQ(header(packed, "Content-Encoding"), "gzip");
  EXPECT_EQ(gunzipped(packed.body), get("/").body);
  const Response large = get("/openapi.json", {{"Accept-Encoding", "gzip"}});
  EXPECT_LT(large.body.size(), 15'000u);
  EXPECT_EQ(gunzipped(large.body), openapi_text());
}

TEST_F(ApiTest, FilesOfThePageGoOutInTheSmallestFormThatIsTaken) {
  const std::filesystem::path page = folder_ / "page";
  std::filesystem::create_directories(page / "assets");
  const std::string script(3000, 'x');
  const auto write = [&](const std::string& name, const std::string& bytes) {
    std::ofstream(page / "assets" / name, std::ios::binary) << bytes;
  };
  write("app-2.js", script);
  write("app-2.js.gz", gzipped(script, 9));
  write("app-2.js.br", "as if it were brotli");
  write("plain-1.js", script);
  auto files = Assets::read(page.string());
  ASSERT_TRUE(files) << files.error().text();
  ApiSettings other = settings();
  other.store = (folder_ / "other.db").string();
  auto api = Api::open(std::move(other), std::move(*files));
  ASSERT_TRUE(api) << api.error().text();
  const auto sent = [&](const std::string& name, const std::string& accept) {
    return (*api)->answer({.method = "GET",
                           .target = "/assets/" + name,
                           .headers = {{"Accept-Encoding", accept}},
                           .address = "10.0.0.1"});
  };
  const Response smallest = sent("app-2.js", "gzip, deflate, br");
  EXPECT_EQ(header(smallest, "Content-Encoding"), "br");
  EXPECT_EQ(header(smallest, "Vary"), "Accept-Encoding");
  EXPECT_EQ(smallest.type, "text/javascript; charset=utf-8");
  EXPECT_EQ(smallest.body, "as if it were brotli");
  for (const std::string accept : {"gzip", "gzip, br;q=0"}) {
    const Response packed = sent("app-2.js", accept);
    EXPECT_EQ(header(packed, "Content-Encoding"), "gzip") << accept;
    EXPECT_EQ(gunzipped(packed.body), script);
  }
  EXPECT_EQ(header(sent("plain-1.js", "gzip, br"), "Content-Encoding"), "gzip");
  EXPECT_EQ(sent("app-2.js", "identity").body, script);
  EXPECT_EQ(sent("app-2.js.br", "br").status, 404) << "packed forms are no files of their own";
}

TEST_F(ApiTest, BadRequestsGetOneSentence) {
  EXPECT_EQ(ask({.method = "GET", .target = "/api/puzzles?x=" + std::string(5000, 'a')}).status, 414);
  EXPECT_EQ(ask({.method = "POST", .target = "/api/plays", .body = std::string(2'000'000, ' ')}).status, 413);
  EXPECT_EQ(
      ask({.method = "POST", .target = "/api/jobs", .headers = {{"Content-Type", "text/plain"}}, .body = "{}"}).status,
      415);
  EXPECT_EQ(ask({.method = "PUT", .target = "/api/puzzles"}).status, 405);
  EXPECT_EQ(get("/api/puzzles?genre=%").status, 400);
  EXPECT_EQ(get("/api/puzzles?genre=chess").status, 400);
  EXPECT_EQ(get("/api/puzzles?limit=many").status, 400);
  for (const std::string body : {"", "{", "[]", "1", "{\"a\":}", "\xff\xfe", "null"}) {
    const Response response = post("/api/jobs", body);
    EXPECT_EQ(response.status, 400) << body;
    EXPECT_EQ(message(response).find('\n'), std::string::npos);
  }
  EXPECT_EQ(post("/api/jobs", std::string(100'000, '[')).status, 400) << "deep nesting";
}

TEST_F(ApiTest, AdminPagesNeedTheToken) {
  for (const Api::Route& route : Api::routes()) {
    if (route.who != Api::Route::For::admin) continue;
    std::string target = route.pattern;
    if (const auto at = target.find("{key}"); at != std::string::npos) target.replace(at, 5, "x");
    const Request plain{.method = route.method, .target = target};
    EXPECT_EQ(ask(plain).status, 401) << target;
    Request wrong = plain;
    wrong.headers = {{"X-Nazo-Admin", "S3cret"}};
    EXPECT_EQ(ask(wrong).status, 403) << target;
    Request in_address = plain;
    in_address.target += "?admin=s3cret&token=s3cret";
    EXPECT_EQ(ask(in_address).status, 401) << "a token in an address is not looked at";
  }
  EXPECT_EQ(get("/api/studies", admin()).status, 200);
}

TEST_F(ApiTest, WithoutATokenNobodyIsAdmin) {
  api_.reset();
  ApiSettings open = settings();
  open.admin_token = "";
  api_ = *Api::open(std::move(open), {});
  for (const std::string token : {"", "x"}) EXPECT_NE(get("/api/studies", {{"X-Nazo-Admin", token}}).status, 200);
}

TEST_F(ApiTest, WhoAsksTooOftenWaits) {
  api_.reset();
  ApiSettings strict = settings();
  strict.limits = true;
  strict.quotas.requests = {.per_second = .01, .burst = 5};
  api_ = *Api::open(std::move(strict), {});
  int refused = 0;
  for (int i = 0; i < 10; ++i) refused += get("/api/daily").status == 429;
  EXPECT_EQ(refused, 5);
  EXPECT_EQ(ask({.target = "/api/daily", .address = "10.0.0.2"}).status, 200) << "another address";
  EXPECT_FALSE(header(get("/api/daily"), "Retry-After").empty());
}

TEST_F(ApiTest, AGuessedTokenIsExpensiveAndNeverLogged) {
  api_.reset();
  ApiSettings strict = settings();
  strict.limits = true;
  strict.quotas.requests = {.per_second = .01, .burst = 100};
  std::string logged;
  strict.log = [&](std::string_view event, const Value& fields) {
    logged += std::string(event) + fields.json() + "\n";
  };
  api_ = *Api::open(std::move(strict), {});
  int tried = 0;
  while (tried < 50 && get("/api/studies", {{"X-Nazo-Admin", "guess-me-not"}}).status == 403) ++tried;
  EXPECT_LE(tried, 5);
  EXPECT_NE(logged.find("admin refused"), std::string::npos);
  EXPECT_EQ(logged.find("guess-me-not"), std::string::npos);
  EXPECT_EQ(logged.find("s3cret"), std::string::npos);
}

TEST_F(ApiTest, WhoHasTheTokenIsNotKeptOutByWhoGuesses) {
  api_.reset();
  ApiSettings strict = settings();
  strict.limits = true;
  strict.quotas.requests = {.per_second = .01, .burst = 50};
  api_ = *Api::open(std::move(strict), {});
  for (int i = 0; i < 20; ++i) (void)get("/api/studies", {{"X-Nazo-Admin", "wrong"}});
  EXPECT_EQ(get("/api/studies", {{"X-Nazo-Admin", "wrong"}}).status, 429);
  EXPECT_EQ(get("/api/studies", admin()).status, 200);
}

TEST_F(ApiTest, FreshCookiesAreNoFreshShare) {
  api_.reset();
  ApiSettings strict = settings();
  strict.limits = true;
  strict.quotas.plays = {.per_second = .01, .burst = 4};
  strict.quotas.newcomers = {.per_second = .01, .burst = 6};
  api_ = *Api::open(std::move(strict), {});
  int kept = 0;
  for (int i = 0; i < 6; ++i) kept += post("/api/plays", play_text(cat("k", i)), player()).status == 201;
  EXPECT_EQ(kept, 4);
  EXPECT_EQ(post("/api/player", "{}").status, 429) << "nor are there more new players";
}

TEST_F(ApiTest, BytesOfOneAddressAreBounded) {
  api_.reset();
  ApiSettings strict = settings();
  strict.limits = true;
  strict.quotas.bytes = {.per_second = 1, .burst = 30'000};
  api_ = *Api::open(std::move(strict), {});
  std::string long_play = R"(["hint",1])";
  while (long_play.size() < 10'000) long_play += R"(,["hint",1])";
  const Headers me = player();
  int kept = 0;
  for (int i = 0; i < 6; ++i)
    kept +=
        post("/api/plays", play_text(cat("k", i), cat("[", long_play, R"(,["give_up",1]])"), "gave_up"), me).status ==
        201;
  EXPECT_EQ(kept, 2);
}

TEST_F(ApiTest, OnlyTheTrustedProxySpeaksForOthers) {
  api_.reset();
  ApiSettings strict = settings();
  strict.limits = true;
  strict.proxy = "10.0.0.9";
  strict.quotas.requests = {.per_second = .01, .burst = 3};
  api_ = *Api::open(std::move(strict), {});
  const auto from = [&](const std::string& address, const std::string& forwarded) {
    return ask({.target = "/api/daily", .headers = {{"X-Forwarded-For", forwarded}}, .address = address}).status;
  };
  for (int i = 0; i < 3; ++i) EXPECT_EQ(from("10.0.0.5", cat("1.2.3.", i)), 200);
  EXPECT_EQ(from("10.0.0.5", "1.2.3.9"), 429) << "a visitor's own header is not believed";
  for (int i = 0; i < 3; ++i) EXPECT_EQ(from("10.0.0.9", cat("9.9.9.", i, ", 2001:db8::", i)), 200);
  EXPECT_EQ(from("10.0.0.9", "2001:db8::77"), 429) << "one /64 is one household";
  EXPECT_EQ(from("10.0.0.9", "2001:db8:0:1::77"), 200);
  const Response plain = ask({.method = "POST",
                              .target = "/api/player",
                              .headers = {{"Content-Type", "application/json"}, {"X-Forwarded-Proto", "https"}},
                              .body = "{}",
                              .address = "10.0.0.77"});
  EXPECT_EQ(header(plain, "Set-Cookie").find("Secure"), std::string::npos);
}

TEST_F(ApiTest, CookiesAreSecureBehindTls) {
  api_.reset();
  ApiSettings proxied = settings();
  proxied.proxy = "10.0.0.1";
  api_ = *Api::open(std::move(proxied), {});
  const Response response = post("/api/player", "{}", {{"X-Forwarded-Proto", "https"}});
  EXPECT_NE(header(response, "Set-Cookie").find("; Secure"), std::string::npos);
}

TEST_F(ApiTest, OtherNamesAreNotOurs) {
  api_.reset();
  ApiSettings named = settings();
  named.any_name = false;
  named.names = {"nazo.example"};
  api_ = *Api::open(std::move(named), {});
  for (const char* host :
       {"localhost", "localhost:8080", "127.0.0.1:8080", "[::1]:8080", "NAZO.example", "192.168.1.7"})
    EXPECT_EQ(api_->answer({.target = "/api/genres", .headers = {{"Host", host}}}).status, 200) << host;
  for (const char* host : {"evil.example", "localhost.evil.example", "nazo.example.evil", "", "127.0.0.1.nip.io"})
    EXPECT_EQ(api_->answer({.target = "/api/genres", .headers = {{"Host", host}}}).status, 421) << host;
  const Headers two{{"Host", "localhost"}, {"host", "evil.example"}};
  EXPECT_EQ(api_->answer({.target = "/api/genres", .headers = two}).status, 400) << "which of them would it be?";
}

/// Orders work and waits for its end.
class JobsTest : public ApiTest {
 protected:
  Value finish(const std::string& id) {
    for (int i = 0; i < 2000; ++i) {
      const Value job = json(get("/api/jobs/" + id));
      const std::string state = *job.find("state")->string();
      if (state != "waiting" && state != "running") return job;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return {};
  }
  std::string order(const std::string& body) {
    const Response response = post("/api/jobs", body);
    EXPECT_EQ(response.status, 202) << response.body;
    return *json(response).find("id")->string();
  }
};

TEST_F(JobsTest, WorkThatWouldTakeForeverEndsAtItsLimitAndLongerOnesAreRefused) {
  // All states of a board of 60 tiles: minutes at best.
  std::string board;
  for (int i = 0; i < 60; ++i) board += cat(i * 7 % 15 + 1, i % 10 == 9 ? "\\n" : " ");
  const Value job = finish(order(cat(R"({"what":"analyze","genre":"shisen","seconds":0.3,"text":")", board, "\"}")));
  EXPECT_EQ(*job.find("state")->string(), "done") << job.json();
  EXPECT_EQ(job.find("result")->find("exact")->json(), "false") << job.json();
  EXPECT_EQ(get("/healthz").status, 200);
  for (const char* seconds : {"21", "1e9", "0", "-1"}) {
    const Response refused = post("/api/jobs", cat(R"({"what":"solve","genre":"sokoban","seconds":)", seconds,
                                                   R"(,"text":"#####\n#@$.#\n#####\n"})"));
    EXPECT_EQ(refused.status, 422) << refused.body;
    EXPECT_NE(refused.body.find("at most 20"), std::string::npos) << refused.body;
  }
}

TEST_F(JobsTest, JobsAreDoneWatchedAndCancelled) {
  const Value solved = finish(order(R"({"what":"solve","genre":"sokoban","text":"#####\n#@$.#\n#####\n"})"));
  EXPECT_EQ(*solved.find("result")->find("status")->string(), "solved");
  const Value examined = finish(order(R"({"what":"examine","genre":"sokoban","text":"#####\n#@$.#\n#####\n"})"));
  for (const char* part : {"puzzle", "verdict", "report", "analysis"})
    EXPECT_NE(examined.find("result")->find(part), nullptr) << part;
  const std::string made =
      order(R"({"what":"generate","genre":"superpuzz","count":2,"options":{"columns":4},"keep":"solvable"})");
  EXPECT_EQ(finish(made).find("result")->find("kept")->json(), "2");
  const Response events = get("/api/jobs/" + made + "/events");
  ASSERT_NE(events.events, nullptr);
  int puzzles = 0;
  events.events->listen(
      0, [&](std::string_view event, bool) { puzzles += event.find("event: puzzle") != std::string_view::npos; });
  EXPECT_EQ(puzzles, 2);

  const std::string hard = order(
      R"({"what":"generate","genre":"superpuzz","count":100,"options":{"columns":13},"keep":"solution_length < 3"})");
  EXPECT_EQ(remove("/api/jobs/" + hard).status, 200);
  EXPECT_EQ(*finish(hard).find("state")->string(), "cancelled");
  EXPECT_EQ(get("/api/jobs/none").status, 404);
  EXPECT_EQ(get("/api/jobs/none/events").status, 404);
  EXPECT_EQ(remove("/api/jobs/none").status, 404);
}

TEST_F(JobsTest, OneLikeThisALittleHarderIsMadeForWhoAsks) {
  // Neither the store nor the person is what the order says.
  const Value job = finish(order(cat(R"({"what":"harder","genre":"sokoban","like":")", keys_.back(),
                                     R"(","seconds":15,"store":"/dev/null","player":"somebody else"})")));
  ASSERT_EQ(*job.find("state")->string(), "done") << job.json();
  const Value& made = *job.find("result");
  EXPECT_EQ(*made.find("model")->string(), "prior");
  EXPECT_EQ(made.find("plays")->number(), 0);
  ASSERT_NE(made.find("puzzle"), nullptr);
  if (made.find("made")->number() > 0) {
    ASSERT_TRUE(made.find("puzzle")->is_object()) << job.json();
    EXPECT_EQ(made.find("solution"), nullptr);
    EXPECT_FALSE(made.find("puzzle")->find("text")->string()->empty());
  }
  const Value none = finish(order(R"({"what":"harder","genre":"sokoban","like":"sokoban-0"})"));
  EXPECT_EQ(*none.find("state")->string(), "failed") << none.json();
  EXPECT_EQ(post("/api/jobs", R"({"what":"harder","genre":"sokoban"})").status, 422);
}

TEST_F(ApiTest, OrdersThatMakeNoSenseAreRefusedBeforeTheyWait) {
  for (const std::string body :
       {R"({"what":"dance","genre":"sokoban"})", R"({"what":"solve","genre":"chess","text":"x"})",
        R"({"what":"solve","genre":"sokoban"})", R"({"what":"solve","genre":"sokoban","text":"no level"})",
        R"({"what":"generate","genre":"superpuzz","count":1000000})",
        R"({"what":"generate","genre":"superpuzz","keep":"((("})",
        R"({"what":"generate","genre":"superpuzz","options":{"columns":99}})",
        R"({"what":"generate","genre":"superpuzz","options":{"no-such":1}})",
        R"({"what":"generate","genre":"superpuzz","options":[]})", R"({"what":"solve","genre":"sokoban","text":1})"}) {
    const Response response = post("/api/jobs", body);
    EXPECT_EQ(response.status, 422) << body << response.body;
    EXPECT_FALSE(message(response).empty());
  }
}

/// By its kind, whatever its help says: nobody has sent a file, and the server opens none for a stranger.
TEST_F(ApiTest, OptionsThatTakeAFileAreForTheCommandLine) {
  int files = 0;
  for (const Genre* genre : catalog())
    for (const OptionFact& option : genre->facts().options) {
      if (option.kind != OptionKind::file) continue;
      ++files;
      const Value options = Value::object().set(option.name, "/etc/hostname");
      const Value order =
          Value::object().set("what", "generate").set("genre", genre->facts().name).set("options", options);
      const Response response = post("/api/jobs", order.json());
      EXPECT_EQ(response.status, 422) << response.body;
      EXPECT_NE(message(response).find("command line"), std::string::npos) << response.body;
    }
  EXPECT_GE(files, 2);
}

}  // namespace

}  // namespace nazo::serve
