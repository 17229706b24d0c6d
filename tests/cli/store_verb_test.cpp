// nazo store: check, backup, vacuum.
#include <algorithm>

#include "cli_fixture.hpp"
#include "store/session.hpp"
#include "store/store.hpp"

namespace nazo::cli {
namespace {

class StoreVerb : public ::testing::Test {
 protected:
  StoreVerb() : folder_(std::filesystem::temp_directory_path() / ("nazo-store-" + store::random_key())) {
    std::filesystem::create_directories(folder_);
    auto store = store::Store::open(path());
    EXPECT_TRUE(store);
    std::vector<store::Player> players;
    for (int i = 0; i < 5000; ++i) players.push_back({store::random_key(), i});
    EXPECT_TRUE(store->add_players(players));
  }
  ~StoreVerb() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name = "nazo.db") const { return (folder_ / name).string(); }

  std::filesystem::path folder_;
};

TEST_F(StoreVerb, CheckSaysWhetherItIsWhole) {
  const Ran whole = nazo({"store", "check", "--store", path(), "--json"});
  EXPECT_EQ(whole.code, 0) << whole.err;
  EXPECT_EQ(whole.json().at(0).find("whole")->json(), "true");
  {
    std::fstream file(path(), std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(std::filesystem::file_size(path()) / 2));
    file << std::string(9000, 'x');
  }
  const Ran broken = nazo({"store", "check", "--store", path(), "--json"});
  EXPECT_EQ(broken.code, 1) << broken.out << broken.err;
  EXPECT_EQ(broken.json().at(0).find("whole")->json(), "false");
  EXPECT_EQ(nazo({"store", "vacuum", "--store", path()}).code, 2) << "a damaged store is not written to";
  EXPECT_EQ(nazo({"store", "check", "--store", path("none.db")}).code, 2);
}

TEST_F(StoreVerb, BackupMakesACheckedCopyAndNeverReplacesAFile) {
  EXPECT_EQ(nazo({"store", "backup", path("copy.db"), "--store", path()}).code, 0);
  auto copy = store::Store::open_to_read(path("copy.db"));
  ASSERT_TRUE(copy);
  EXPECT_EQ(copy->list_players("", 10'000)->size(), 5000u);
  EXPECT_EQ(nazo({"store", "backup", path("copy.db"), "--store", path()}).code, 2);
  EXPECT_EQ(nazo({"store", "backup", "--store", path()}).code, 2);
  EXPECT_EQ(nazo({"store", "backup", path("no/folder.db"), "--store", path()}).code, 2);
}

TEST_F(StoreVerb, BackupSaysInOneLineWhatIsWrongAndLeavesNoBadCopy) {
  const Ran nowhere = nazo({"store", "backup", path("no/folder.db"), "--store", path()});
  EXPECT_NE(nowhere.err.find("the copy " + path("no/folder.db") + " cannot be written"), std::string::npos)
      << nowhere.err;
  {
    std::fstream file(path(), std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(std::filesystem::file_size(path()) / 2));
    file << std::string(9000, 'x');
  }
  const Ran broken = nazo({"store", "backup", path("copy.db"), "--store", path()});
  EXPECT_EQ(broken.code, 2);
  EXPECT_NE(broken.err.find("damaged"), std::string::npos) << broken.err;
  EXPECT_EQ(std::ranges::count(broken.err, '\n'), 1) << broken.err;
  EXPECT_FALSE(std::filesystem::exists(path("copy.db")));
}

TEST_F(StoreVerb, VacuumGivesRoomBack) {
  const auto before = std::filesystem::file_size(path());
  {
    auto store = store::Store::open(path());
    const auto players = store->list_players("", 4900);
    ASSERT_TRUE(players);
    const auto forgotten = store->together([&]() -> Result<void> {
      for (const store::Player& player : *players) NAZO_CHECK(store->forget_player(player.key));
      return {};
    });
    ASSERT_TRUE(forgotten);
  }
  // For two minutes the store knows who has left, so that nothing brings them back.
  store::Session(path(), store::Access::write).run("DELETE FROM gone_players", {});
  EXPECT_EQ(nazo({"store", "vacuum", "--store", path()}).code, 0);
  EXPECT_LT(std::filesystem::file_size(path()), before / 2);
}

TEST_F(StoreVerb, UnknownWordsAreRefused) {
  EXPECT_EQ(nazo({"store"}).code, 2);
  EXPECT_EQ(nazo({"store", "burn", "--store", path()}).code, 2);
  EXPECT_EQ(nazo({"store", "check", "twice", "--store", path()}).code, 2);
}

}  // namespace
}  // namespace nazo::cli
