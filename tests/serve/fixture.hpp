// An api over a store of its own with a few real puzzles. Every answer that a test gets was held against openapi.json.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>

#include "base/json.hpp"
#include "base/text.hpp"
#include "serve/api.hpp"
#include "serve/openapi.hpp"
#include "serve/pack.hpp"
#include "serve/router.hpp"
#include "serve/schema.hpp"
#include "workshop/stored_puzzle.hpp"

namespace nazo::serve {

class ApiTest : public ::testing::Test {
 protected:
  ApiTest() : folder_(std::filesystem::temp_directory_path() / ("nazo-serve-" + store::random_key())) {
    std::filesystem::create_directories(folder_);
    stock();
    Assets assets;
    assets.add("/index.html", "<!doctype html><title>nazo</title>" + std::string(2000, ' '));
    assets.add("/assets/app-1.js", "console.log(1)");
    ApiSettings settings = this->settings();
    auto opened = Api::open(std::move(settings), std::move(assets));
    EXPECT_TRUE(opened) << (opened ? "" : opened.error().text());
    api_ = std::move(*opened);
  }
  ~ApiTest() override {
    api_.reset();
    std::filesystem::remove_all(folder_);
  }

  ApiSettings settings() const {
    return {.genres = catalog(),
            .store = (folder_ / "nazo.db").string(),
            .admin_token = "s3cret",
            .jobs = {.threads = 1, .shares = {.waiting = 3, .each = 2}},
            .job_seconds = 20,
            .any_name = true,
            .limits = false};
  }

  /// A small level and a small deal, each with its solution and a difficulty.
  void stock() {
    auto store = store::Store::open((folder_ / "nazo.db").string());
    ASSERT_TRUE(store) << store.error().text();
    ASSERT_TRUE(store->save_model({.key = "prior-test", .genre = "sokoban", .kind = "prior"}));
    add(*store, "sokoban", "#######\n#@$ . #\n#######\n", "One push", 10);
    add(*store, "sokoban", "#######\n#@ $. #\n#     #\n#######\n", "One step <script>alert(1)</script>", 30);
    add(*store, "sokoban", "########\n#@ $ . #\n#  $ . #\n#      #\n########\n", "Two boxes", 60);
  }
  void add(store::Store& store, const std::string& genre_name, const std::string& text, const std::string& title,
           double difficulty) {
    const Genre& genre = *find_genre(catalog(), genre_name);
    const auto options = Options::make(genre.facts().options);
    auto puzzles = genre.parse(text, "", *options);
    ASSERT_TRUE(puzzles) << puzzles.error().text();
    Puzzle puzzle = puzzles->front();
    puzzle.title = title;
    const auto verdict = genre.solve(puzzle, *options, {});
    ASSERT_TRUE(verdict && verdict->status == Status::solved);
    puzzle.solution = verdict->solution;
    auto record = stored_puzzle(genre, puzzle, {});
    ASSERT_TRUE(record) << record.error().text();
    const auto analysis = genre.analyze(puzzle, {}, *options, {.budget = {.seconds = 10}});
    ASSERT_TRUE(analysis);
    record->features = analysis->features;
    ASSERT_TRUE(store.add_puzzles({&*record, 1}));
    const store::Rating rating{
        .puzzle = record->key, .model = "prior-test", .made = 1, .estimates = {.difficulty = difficulty}};
    ASSERT_TRUE(store.save_ratings({&rating, 1}));
    keys_.push_back(record->key);
  }

  /// Asks, and holds the answer against the description of its route.
  Response ask(const Request& request) {
    Response response = api_->answer(request);
    static const Value document = *parse_json(openapi_text());
    const std::string method = request.method == "HEAD" ? "GET" : request.method;
    for (const Api::Route& route : Api::routes()) {
      if (route.method != method || !match(route.pattern, request.path())) continue;
      if (response.status == 304 || response.status == 413 || response.status == 414 || response.status == 415) break;
      const Value* described = response_of(document, route.pattern, method, response.status);
      EXPECT_NE(described, nullptr) << method << " " << route.pattern << " gives " << response.status << ": "
                                    << response.body.substr(0, 200);
      if (described == nullptr) break;
      const Value* content = described->find("content");
      const std::string type = response.type.substr(0, response.type.find(';'));
      EXPECT_NE(content->find(type), nullptr) << route.pattern << " gives " << type;
      if (type != "application/json" || content->find(type) == nullptr || request.method == "HEAD" || response.events)
        break;
      const auto body = parse_json(body_of(response));
      EXPECT_TRUE(body) << body_of(response);
      if (body) {
        EXPECT_EQ(misfit(document, *content->find(type)->find("schema"), *body), "")
            << route.pattern << ": " << body->json().substr(0, 400);
      }
    }
    return response;
  }
  static std::string header(const Response& response, std::string_view name) {
    for (const auto& [key, value] : response.headers)
      if (key == name) return value;
    return "";
  }
  static std::string body_of(const Response& response) {
    return header(response, "Content-Encoding") == "gzip" ? gunzipped(response.body) : response.body;
  }

  Response get(const std::string& target, Headers headers = {}) {
    return ask({.method = "GET", .target = target, .headers = std::move(headers), .address = "10.0.0.1"});
  }
  Response post(const std::string& target, const std::string& body, Headers headers = {}) {
    headers.emplace_back("Content-Type", "application/json");
    return ask(
        {.method = "POST", .target = target, .headers = std::move(headers), .body = body, .address = "10.0.0.1"});
  }
  Response remove(const std::string& target, Headers headers = {}) {
    return ask({.method = "DELETE", .target = target, .headers = std::move(headers), .address = "10.0.0.1"});
  }
  Value json(const Response& response) {
    const auto value = parse_json(body_of(response));
    EXPECT_TRUE(value) << response.body;
    return value ? *value : Value();
  }
  std::string message(const Response& response) {
    const Value value = json(response);
    const Value* error = value.find("error");
    return error == nullptr ? "" : *error->find("message")->string();
  }

  /// A new player; gives the Cookie header.
  Headers player() {
    const Response response = post("/api/player", "{}");
    EXPECT_EQ(response.status, 201);
    const std::string cookie = header(response, "Set-Cookie");
    return {{"Cookie", cookie.substr(0, cookie.find(';'))}};
  }
  static Headers admin() { return {{"X-Nazo-Admin", "s3cret"}}; }
  /// The first level is solved by pushing twice to the right.
  std::string play_text(const std::string& key, const std::string& events = R"([["move",1.5,"R"],["move",0.5,"R"]])",
                        const std::string& outcome = "solved", const std::string& more = "") {
    return cat(R"({"key":")", key, R"(","puzzle":")", keys_[0], R"(","started":1700000000000,"outcome":")", outcome,
               R"(","events":)", events, more, "}");
  }

  std::filesystem::path folder_;
  std::vector<std::string> keys_;
  std::unique_ptr<Api> api_;
};

}  // namespace nazo::serve
