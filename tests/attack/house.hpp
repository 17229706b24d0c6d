// A folder with a store of its own and the servers that run on it.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "attack/process.hpp"
#include "attack/wire.hpp"
#include "base/text.hpp"
#include "store/store.hpp"

namespace nazo::attack {

inline constexpr std::string_view admin_token = "the-token";
inline constexpr std::string_view admin_header = "X-Nazo-Admin: the-token\r\n";

/// A running `nazo serve`.
class Server {
 public:
  /// `ulimit`: options of the shell's ulimit that the server is started under, such as "-n 200".
  Server(const std::string& store, const std::filesystem::path& folder, const std::vector<std::string>& options,
         const std::string& ulimit = "");

  [[nodiscard]] bool up() const { return port_ != 0; }
  [[nodiscard]] std::uint16_t port() const { return port_; }
  [[nodiscard]] Process& process() { return process_; }
  /// A new connection asks once.
  [[nodiscard]] Answer ask(std::string_view method, std::string_view target, std::string_view body = {},
                           std::string_view more_headers = {}) const;
  /// "Cookie: nazo_player=…\r\n" of a new player.
  [[nodiscard]] std::string new_player() const;
  /// The value of a line of /metrics, −1 if there is none.
  [[nodiscard]] double metric(std::string_view name) const;
  [[nodiscard]] std::string log() const;

 private:
  std::string out_, err_;
  Process process_;
  std::uint16_t port_ = 0;
};

class House : public ::testing::Test {
 protected:
  House();
  ~House() override;

  /// Three levels of Sokoban with features and ratings; a study of them called "first".
  void stock(const std::string& where);
  [[nodiscard]] std::unique_ptr<Server> serve(const std::vector<std::string>& options = {"--no-rate-limits"});
  /// Runs nazo to its end and gives its exit code.
  int nazo(const std::vector<std::string>& words, std::chrono::seconds most = std::chrono::seconds(60));
  [[nodiscard]] std::unique_ptr<Process> start(const std::vector<std::string>& words, const std::string& name);
  [[nodiscard]] std::string file(const std::string& name) const { return (folder_ / name).string(); }
  [[nodiscard]] std::string text_of_file(const std::string& name) const;
  /// A given-up play of the first puzzle; `started` makes it recognisable.
  [[nodiscard]] std::string play_text(const std::string& key, std::int64_t started) const;

  std::filesystem::path folder_;
  std::string store_;
  std::vector<std::string> puzzles_;
};

/// True in ./test --all.
[[nodiscard]] bool all_tests();

/// A time as long as that on a machine that has nothing else to do, and longer where others use the processors too: a
/// limit should find a slow server, not a busy machine.
[[nodiscard]] std::chrono::milliseconds stretched(std::chrono::milliseconds time);

/// Waits until it holds; false if that takes too long, which is stretched.
bool eventually(const std::function<bool()>& what, std::chrono::milliseconds most = std::chrono::seconds(20));

}  // namespace nazo::attack
