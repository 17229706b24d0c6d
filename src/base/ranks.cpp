#include "base/ranks.hpp"

#include <bit>
#include <cstring>

#include "base/text.hpp"

namespace nazo {

namespace {

/// What a message is for stands in its last byte, which nobody but this file sees.
enum class For : std::uint8_t { work, gathering };

constexpr std::string_view the_end = "the end";

/// A rank that came to another meeting than this one; one that has left says why.
std::string went_elsewhere(unsigned from, std::string_view theirs, std::string_view mine,
                           std::span<const std::uint8_t> bytes) {
  const std::string last_words = theirs == the_end ? ByteReader(bytes).text() : "";
  std::string_view said = trim(last_words);
  if (said.starts_with("nazo: ")) said.remove_prefix(6);
  if (!said.empty()) return cat("rank ", from, ": ", said);
  return cat("rank ", from, " went another way than the others (", theirs, ", not ", mine, ")");
}

}  // namespace

// ── messages ───────────────────────────────────────────────────────────────────────────────────────────────────────

void Ranks::send(unsigned to, Bytes bytes) {
  bytes_sent_ += bytes.size();
  bytes.push_back(static_cast<std::uint8_t>(For::work));
  post(to, std::move(bytes));
}

void Ranks::send_to_others(const Bytes& bytes) {
  for (unsigned to = 0; to < size(); ++to)
    if (to != rank()) send(to, bytes);
}

void Ranks::take_arrived() {
  if (gathered_.empty()) gathered_.resize(size());
  while (auto message = arrived()) {
    const auto what = static_cast<For>(message->bytes.back());
    message->bytes.pop_back();
    if (what == For::gathering) {
      gathered_[message->from].push_back(std::move(message->bytes));
      continue;
    }
    waiting_.push_back(*std::move(message));
    return;  // one at a time: who asks has work for it
  }
}

std::optional<Ranks::Message> Ranks::receive() {
  const Locked lock(mutex_);
  if (waiting_.empty()) take_arrived();
  if (waiting_.empty()) return std::nullopt;
  std::optional<Message> message(std::move(waiting_.front()));
  waiting_.pop_front();
  return message;
}

Result<std::vector<Ranks::Bytes>> Ranks::gather(std::string_view label, Bytes mine) {
  for (unsigned to = 0; to < size(); ++to) {
    if (to == rank()) continue;
    Bytes message = ByteWriter().text(label).bytes(mine).take();
    bytes_sent_ += message.size();
    message.push_back(static_cast<std::uint8_t>(For::gathering));
    post(to, std::move(message));
  }
  std::vector<Bytes> all(size());
  all[rank()] = std::move(mine);
  for (unsigned from = 0; from < size(); ++from) {
    if (from == rank()) continue;
    for (;;) {
      {
        const Locked lock(mutex_);
        take_arrived();
        if (!gathered_[from].empty()) break;
      }
      rest();
    }
    const Locked lock(mutex_);
    ByteReader reader(gathered_[from].front());
    const std::string theirs = reader.text();
    const auto bytes = reader.bytes();
    // What is meant for another meeting waits for that.
    if (theirs != label) return fail(went_elsewhere(from, theirs, label, bytes));
    all[from].assign(bytes.begin(), bytes.end());
    gathered_[from].pop_front();
  }
  return all;
}

Result<void> Ranks::leave(std::string_view unsaid) {
  const auto all = gather(the_end, ByteWriter().text(unsaid).take());
  if (!all) return std::unexpected(all.error());
  return {};
}

Result<void> Ranks::agree(std::string_view label, const Result<void>& mine) {
  ByteWriter writer;
  writer.number(mine ? 0 : 1);
  if (!mine)
    writer.text(mine.error().text())
        .number(static_cast<std::uint64_t>(mine.error().limit))
        .number(static_cast<std::uint64_t>(mine.error().trouble));
  NAZO_TRY(all, gather(label, writer.take()));
  for (unsigned from = 0; from < size(); ++from) {
    ByteReader reader(all[from]);
    if (reader.number() == 0) continue;
    Error error{reader.text()};
    error.limit = static_cast<Limit>(reader.number());
    error.trouble = static_cast<Trouble>(reader.number());
    if (size() > 1 && error.limit == Limit::none) error.message = cat("rank ", from, ": ", error.message);
    return std::unexpected(std::move(error));
  }
  return {};
}

// ── bytes ──────────────────────────────────────────────────────────────────────────────────────────────────────────

ByteWriter& ByteWriter::number(std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) bytes_.push_back(static_cast<std::uint8_t>(value | 0x80));
  bytes_.push_back(static_cast<std::uint8_t>(value));
  return *this;
}

ByteWriter& ByteWriter::real(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  for (int shift = 0; shift < 64; shift += 8) bytes_.push_back(static_cast<std::uint8_t>(bits >> shift));
  return *this;
}

ByteWriter& ByteWriter::text(std::string_view value) {
  number(value.size());
  bytes_.insert(bytes_.end(), value.begin(), value.end());
  return *this;
}

ByteWriter& ByteWriter::bytes(std::span<const std::uint8_t> value) {
  number(value.size());
  bytes_.insert(bytes_.end(), value.begin(), value.end());
  return *this;
}

std::uint64_t ByteReader::number() {
  std::uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    if (bytes_.empty()) break;
    const std::uint8_t byte = bytes_.front();
    bytes_ = bytes_.subspan(1);
    value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    if ((byte & 0x80) == 0) return value;
  }
  whole_ = false;
  bytes_ = {};
  return 0;
}

double ByteReader::real() {
  if (bytes_.size() < 8) {
    whole_ = false;
    return 0;
  }
  std::uint64_t bits = 0;
  for (int i = 0; i < 8; ++i) bits |= static_cast<std::uint64_t>(bytes_[static_cast<std::size_t>(i)]) << (8 * i);
  bytes_ = bytes_.subspan(8);
  return std::bit_cast<double>(bits);
}

std::span<const std::uint8_t> ByteReader::bytes() {
  const std::uint64_t length = number();
  if (length > bytes_.size()) {
    whole_ = false;
    return {};
  }
  const auto found = bytes_.first(length);
  bytes_ = bytes_.subspan(length);
  return found;
}

std::string ByteReader::text() {
  const auto found = bytes();
  return {found.begin(), found.end()};
}

}  // namespace nazo
