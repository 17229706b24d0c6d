#include "cli/terminal.hpp"

#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "base/text.hpp"

namespace nazo::cli {

namespace {

void put(const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = ::write(STDOUT_FILENO, text.data() + done, text.size() - done);
    if (n <= 0) return;
    done += static_cast<std::size_t>(n);
  }
}

/// One byte, or nothing at the end of input; with a limit, or nothing if none came in time.
int byte(int milliseconds = -1) {
  pollfd waiting{STDIN_FILENO, POLLIN, 0};
  if (::poll(&waiting, 1, milliseconds) <= 0) return -1;
  unsigned char c = 0;
  return ::read(STDIN_FILENO, &c, 1) == 1 ? c : -1;
}

}  // namespace

Terminal::Terminal() {
  tcgetattr(STDIN_FILENO, &before_);
  termios raw = before_;
  raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw);
  put("\033[?1049h\033[?25l");
}

Terminal::~Terminal() {
  put("\033[?25h\033[?1049l");
  tcsetattr(STDIN_FILENO, TCSAFLUSH, &before_);
}

std::string Terminal::key() {
  const int first = byte();
  if (first < 0) return "";
  if (first == '\n' || first == '\r') return "enter";
  if (first == 127 || first == 8) return "backspace";
  if (first == 27) {
    const int second = byte(30);
    if (second != '[' && second != 'O') return "escape";
    switch (byte(30)) {
      case 'A':
        return "up";
      case 'B':
        return "down";
      case 'C':
        return "right";
      case 'D':
        return "left";
      default:
        return "escape";
    }
  }
  std::string text(1, static_cast<char>(first));
  // The first byte of a UTF-8 letter says how many follow.
  const int more = (first >= 0xC0) + (first >= 0xE0) + (first >= 0xF0);
  for (int i = 0; i < more; ++i)
    if (const int next = byte(30); next >= 0) text += static_cast<char>(next);
  return text;
}

void Terminal::show(const std::string& text) {
  std::string screen = "\033[H";
  for (const Line& line : lines_of(text)) screen += cat(line.text, "\033[K\n");
  put(screen + "\033[J");
}

std::string Terminal::line(const std::string& prompt) {
  std::string text;
  for (;;) {
    put(cat("\r\033[K", prompt, text, "\033[?25h"));
    const std::string pressed = key();
    if (pressed == "enter" || pressed.empty()) break;
    if (pressed == "escape") {
      text.clear();
      break;
    }
    if (pressed == "backspace") {
      while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80) text.pop_back();
      if (!text.empty()) text.pop_back();
    } else if (pressed.size() <= 4 && static_cast<unsigned char>(pressed[0]) >= 0x20) {
      text += pressed;
    }
  }
  put("\033[?25l");
  return text;
}

void Terminal::pause(int milliseconds) { std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds)); }

}  // namespace nazo::cli
