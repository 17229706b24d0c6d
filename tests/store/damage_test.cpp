// Files that cannot be used give one clear line and stay as they are.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <sstream>

#include "fixture.hpp"

namespace nazo::store {
namespace {

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

void write_bytes(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

/// Neither way of opening works, both say why, and the file is as before.
void expect_refused(const std::string& path, std::string_view why) {
  const std::string before = bytes_of(path);
  for (const bool writing : {true, false}) {
    const auto store = writing ? Store::open(path) : Store::open_to_read(path);
    ASSERT_FALSE(store) << path;
    EXPECT_NE(store.error().text().find(why), std::string::npos) << store.error().text();
    EXPECT_EQ(store.error().text().find('\n'), std::string::npos) << "one line";
  }
  EXPECT_EQ(bytes_of(path), before);
}

TEST(Damage, AFileThatIsSomethingElse) {
  const Folder folder;
  write_bytes(folder.file("text.db"), "not a data base, only a text that is long enough to be one\n");
  expect_refused(folder.file("text.db"), "is not an SQLite file");
  write_bytes(folder.file("noise.db"), std::string("SQLite format 3\0", 16) + std::string(5000, '\x37'));
  expect_refused(folder.file("noise.db"), "damaged");
  {
    Session other(folder.file("other.db"), Access::create);
    other.script("CREATE TABLE recipes (name TEXT)");
  }
  expect_refused(folder.file("other.db"), "holds something else");
  std::filesystem::create_directory(folder.path() / "folder.db");
  EXPECT_FALSE(Store::open(folder.file("folder.db")));
  EXPECT_NE(Store::open(folder.file("none/x.db")).error().text().find("there is no folder"), std::string::npos);
  EXPECT_NE(Store::open_to_read(folder.file("none.db")).error().text().find("there is no such file"),
            std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder.file("none.db")));
  EXPECT_FALSE(Store::open(""));
}

/// What is written to a file that has no name any more, nobody finds again.
TEST(Damage, AFileThatIsMovedWhileItIsOpenTakesNothingUntilItIsBack) {
  const Folder folder;
  const std::string path = folder.file("a.db"), elsewhere = folder.file("b.db");
  auto store = Store::open(path);
  ASSERT_OK(store);
  const Player somebody{.key = "p1", .created = 1};
  ASSERT_OK(store->add_players({&somebody, 1}));
  std::filesystem::rename(path, elsewhere);
  const Player late{.key = "p2", .created = 2};
  const auto refused = store->add_players({&late, 1});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().text().find("was moved or deleted"), std::string::npos) << refused.error().text();
  EXPECT_EQ(refused.error().trouble, Trouble::passing);
  write_bytes(path, bytes_of(elsewhere));
  EXPECT_FALSE(store->add_players({&late, 1})) << "a copy in its place is another file";
  std::filesystem::rename(elsewhere, path);
  EXPECT_OK(store->add_players({&late, 1}));
  EXPECT_TRUE(Store::open_to_read(path)->find_player("p2")->has_value());
}

/// Opened under two names a file has two logs, and each overwrites what the other has kept.
TEST(Damage, AFileWithTwoNamesIsNotOpened) {
  const Folder folder;
  const std::string path = folder.file("a.db"), other = folder.file("b.db");
  auto store = Store::open(path);
  ASSERT_OK(store);
  std::filesystem::create_hard_link(path, other);
  for (const std::string& name : {path, other}) {
    for (auto* open : {&Store::open, &Store::open_to_serve, &Store::open_to_read}) {
      const auto opened = open(name);
      ASSERT_FALSE(opened) << name;
      EXPECT_NE(opened.error().text().find("several names"), std::string::npos) << opened.error().text();
    }
  }
  const Player somebody{.key = "p1", .created = 1};
  EXPECT_OK(store->add_players({&somebody, 1})) << "who had it open before goes on";
  std::filesystem::remove(other);
  std::filesystem::create_symlink(path, other);  // which SQLite follows
  EXPECT_TRUE(Store::open_to_read(other)->find_player("p1")->has_value());
}

TEST(Damage, AFileThatLosesItsLogWhileItIsOpenIsWrittenToNoMore) {
  const Folder folder;
  const std::string path = folder.file("a.db");
  auto store = Store::open(path);
  ASSERT_OK(store);
  auto other = Store::open(path);
  ASSERT_OK(other);
  const Player somebody{.key = "p1", .created = 1};
  ASSERT_OK(store->add_players({&somebody, 1}));
  ASSERT_OK(other->try_writing());
  std::filesystem::remove(path + "-wal");
  for (int again = 0; again < 2; ++again) {
    const auto refused = store->add_players({&somebody, 1});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().trouble, Trouble::damage) << refused.error().text();
  }
  EXPECT_FALSE(other->try_writing());
}

TEST(Damage, AFileWithBrokenPagesIsFoundOut) {
  const Folder folder;
  const std::string path = folder.file("a.db");
  {
    auto store = store_with_people(path);
    ASSERT_OK(store);
    Rng rng(1);
    for (int b = 0; b < 10; ++b) {
      std::vector<Play> plays;
      for (int i = 0; i < 100; ++i) plays.push_back(some_play(rng, cat(b, "-", i), "p0", "shisen-1"));
      ASSERT_OK(store->record_plays(plays));
    }
  }
  std::string bytes = bytes_of(path);
  ASSERT_GT(bytes.size(), 100'000U);
  for (std::size_t i = bytes.size() / 2; i < bytes.size() / 2 + 20'000; ++i) bytes[i] = '\x5a';
  write_bytes(path, bytes);
  auto store = Store::open(path);
  bool found = !store;
  if (store) found = !store->check_integrity();
  EXPECT_TRUE(found);
  // Half of a file: refused, or found by the check; never a crash.
  write_bytes(path, bytes.substr(0, bytes.size() / 2 + 77));
  auto half = Store::open(path);
  EXPECT_TRUE(!half || !half->check_integrity());
}

TEST(Damage, RowsThatReferToNothingAreDamageToo) {
  const Folder folder;
  const std::string path = folder.file("a.db");
  {
    ASSERT_OK(store_with_people(path));
  }
  {
    Session session(path, Access::write);
    session.script("PRAGMA foreign_keys = OFF");
    session.run("DELETE FROM players WHERE key = 'p0'");
    session.run(
        "INSERT INTO comparisons (key, player, puzzle_x, puzzle_y, level, made) VALUES "
        "('c', 'p0', 'shisen-1', 'shisen-1', 1, 1)");
  }
  auto store = Store::open_to_read(path);
  ASSERT_OK(store);
  const auto whole = store->check_integrity();
  ASSERT_FALSE(whole);
  EXPECT_EQ(whole.error().trouble, Trouble::damage) << whole.error().text();
  EXPECT_NE(whole.error().text().find("is damaged: a row of comparisons refers to a missing row of players"),
            std::string::npos)
      << whole.error().text();
}

/// Runs `work` in a child process, as an unprivileged user if we are root, and gives what it returns.
int in_child(const std::function<int()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    if (getuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) _exit(90);
    _exit(work());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 99;
}

TEST(Damage, AReadOnlyFileIsReadButNotWritten) {
  const Folder folder;
  const std::string path = folder.file("a.db");
  ASSERT_OK(store_with_people(path));
  chmod(path.c_str(), 0444);
  chmod(folder.path().c_str(), 0555);
  const std::string before = bytes_of(path);
  EXPECT_EQ(in_child([&] {
              const auto store = Store::open(path);
              if (store) return 1;
              return store.error().text().find("is read-only") != std::string::npos ||
                             store.error().text().find("cannot be opened") != std::string::npos
                         ? 0
                         : 2;
            }),
            0);
  chmod(path.c_str(), 0000);
  EXPECT_EQ(in_child([&] {
              const auto store = Store::open(path);
              return store || store.error().text().find("permission denied") == std::string::npos ? 1 : 0;
            }),
            0);
  chmod(folder.path().c_str(), 0755);
  chmod(path.c_str(), 0644);
  EXPECT_EQ(bytes_of(path), before);
}

TEST(Damage, AReaderCannotWrite) {
  const Folder folder;
  const std::string path = folder.file("a.db");
  ASSERT_OK(store_with_people(path));
  auto reader = Store::open_to_read(path);
  ASSERT_OK(reader);
  EXPECT_TRUE(reader->find_player("p1")->has_value());
  EXPECT_FALSE(reader->add_players(std::vector<Player>{{"new", 1}}));
  EXPECT_FALSE(reader->find_player("new")->has_value());
}

TEST(Damage, AFullDiskLosesNothingThatWasThere) {
  const Folder folder;
  const std::string path = folder.file("a.db");
  {
    auto store = store_with_people(path);
    ASSERT_OK(store);
    Rng rng(1);
    ASSERT_OK(store->record_plays(std::vector{some_play(rng, "before", "p0", "shisen-1")}));
  }
  // A limit on the size of files stands for the full disk: writes beyond it fail in the same place.
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{400'000, 400'000};
    setrlimit(RLIMIT_FSIZE, &limit);
    auto store = Store::open(path);
    if (!store) _exit(1);
    Rng rng(2);
    for (int batch = 0; batch < 1000; ++batch) {
      std::vector<Play> plays;
      for (int i = 0; i < 50; ++i) plays.push_back(some_play(rng, cat("k", batch, "-", i), "p0", "shisen-1"));
      const auto kept = store->record_plays(plays);
      if (!kept) {
        const std::string text = kept.error().text();
        const bool clear = text.find("disk") != std::string::npos && text.find('\n') == std::string::npos;
        // The connection still answers.
        _exit(!clear ? 2 : store->count_plays({}) && *store->count_plays({}) == 50 * batch + 1 ? 0 : 3);
      }
      if (write(ends[1], &batch, sizeof batch) != sizeof batch) _exit(4);
    }
    _exit(5);
  }
  close(ends[1]);
  int acknowledged = 0, batch = 0;
  while (read(ends[0], &batch, sizeof batch) == sizeof batch) ++acknowledged;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_EQ(WEXITSTATUS(status), 0);
  EXPECT_GT(acknowledged, 0);
  auto store = Store::open(path);
  ASSERT_OK(store);
  ASSERT_OK(store->check_integrity());
  EXPECT_EQ(*store->count_plays({}), 50 * acknowledged + 1);
}

TEST(Damage, AStoreOfANewerVersionKeepsItsBytes) {
  const Folder folder;
  const std::string path = folder.file("a.db");
  ASSERT_OK(store_with_people(path));
  Session(path, Access::create).run("UPDATE nazo_meta SET value = '99' WHERE name = 'schema'");
  expect_refused(path, "newer nazo");
}

TEST(Damage, OddPathsAreOnlyPaths) {
  const Folder folder;
  for (const char* name :
       {"with space.db", "a=b.db", "db=x timeout=3.db", "謎.db", "it's.db", "%41.db", "file:x.db", "quo\"te.db"}) {
    const std::string path = folder.file(name);
    ASSERT_OK(store_with_people(path)) << name;
    EXPECT_TRUE(std::filesystem::exists(path)) << name;
    ASSERT_OK(Store::open_to_read("sqlite://" + path)) << name;
  }
}

class UnreachableTest : public EachStore {};
ON_EACH_STORE(UnreachableTest);

TEST_P(UnreachableTest, AServerThatIsNotThereIsOneLineWithoutThePassword) {
  const auto store = Store::open("postgresql://user:secret@127.0.0.1:1/none?connect_timeout=2");
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().text().find("secret"), std::string::npos) << store.error().text();
  EXPECT_EQ(store.error().text().find('\n'), std::string::npos) << store.error().text();
}

TEST_P(UnreachableTest, AReaderOfEitherKindCannotWrite) {
  const std::string where = fresh();
  ASSERT_OK(store_with_people(where));
  auto reader = Store::open_to_read(where);
  ASSERT_OK(reader);
  const auto refused = reader->add_players(std::vector<Player>{{"new", 1}});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().text().find("read-only"), std::string::npos) << refused.error().text();
}

}  // namespace
}  // namespace nazo::store
