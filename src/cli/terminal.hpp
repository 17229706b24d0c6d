// A terminal in raw mode: single keys, a clean screen, everything put back at the end.
#pragma once

#include <termios.h>

#include <string>

namespace nazo::cli {

class Terminal {
 public:
  Terminal();   ///< switches to raw mode and the alternate screen
  ~Terminal();  ///< puts everything back
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  /// Waits for a key: "up", "down", "left", "right", "enter", "escape", "backspace", a character (UTF-8), or "" at the
  /// end.
  [[nodiscard]] std::string key();
  /// Replaces the screen by this text.
  void show(const std::string& text);
  /// Lets a person type a line after the prompt.
  [[nodiscard]] std::string line(const std::string& prompt);
  static void pause(int milliseconds);

 private:
  termios before_{};
};

}  // namespace nazo::cli
