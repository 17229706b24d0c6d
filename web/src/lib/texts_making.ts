// What the pages for makers and researchers say besides: it comes with them, and nobody who plays waits for it.
import { speaker } from './i18n.svelte'

export const making = {
  study_preview: [
    'Preview: this is what participants see. Nothing is recorded.',
    'プレビュー：参加者に見える画面です。記録はされません。',
  ],
  study_preview_end: [
    'End of the preview. Nothing was recorded.',
    'プレビューは以上です。記録はされていません。',
  ],
  preview: ['Preview as a participant', '参加者として試す'],
  close_sure: [
    'Close this study for good? Nobody can join any more, and solutions are no longer hidden.',
    'この実験を終了しますか？以後は参加できず、' +
      '解答も隠されなくなります。元に戻せません。',
  ],
  study_tables: ['Tables', '表'],
  study_time: ['Regression: time', '回帰：時間'],
  study_success: ['Regression: success', '回帰：正答率'],
  study_comparisons: ['Comparisons', '比較'],
  predictors: ['Predictors', '説明変数'],
  predictors_usual: [
    'None chosen: each feature alone, then all together, as nazo fit does.',
    '未選択：nazo fit と同じく、各特徴量を単独で、次に全部をまとめて用います。',
  ],
  predictors_none: [
    'There are no features to choose: the puzzles of this study do not differ in any, or have none yet.',
    '選べる特徴量がありません（この実験の問題では値に差がないか、' +
      'まだ求められていません）。',
  ],
  give_ups: ['Plays given up', '降参したプレイ'],
  give_ups_counted: ['count with their time', '時間を数える'],
  give_ups_left_out: ['left out of times', '時間から除く'],
  missing_plays: [
    'No finished play counts yet: the table comes with the first ones.',
    '分析に数えるプレイがまだありません。最初の記録が届くと表が出ます。',
  ],
  missing_rows: [
    'Too few puzzles have been played: {given} of the {needed} that {count} {count:predictor ' +
      'needs:predictors need}. Choose fewer predictors, or wait for plays.',
    '問題数が足りません：説明変数 {count} 個には {needed} 題必要ですが、' +
      'まだ {given} 題です。説明変数を減らすか、記録を待ってください。',
  ],
  missing_combined: [
    'One of the chosen predictors is a combination of the others: choose other predictors.',
    '選ばれた説明変数の一つは他の組み合わせです。別の説明変数を選んでください。',
  ],
  missing_constant: [
    'A chosen predictor is the same for all puzzles that were played: choose another one.',
    '選ばれた説明変数は遊ばれた問題すべてで同じ値です。' +
      '別のものを選んでください。',
  ],
  missing_target: [
    'All puzzles came out the same so far: there is nothing to explain yet.',
    'これまでのところ問題間に差がなく、説明するものがありません。',
  ],
  missing_comparisons: [
    'Nobody has compared puzzles in this study.',
    'この実験ではまだ比較がありません。',
  ],
  constant: ['constant', '定数'],
  watch_play: ['Watch', '再生'],
  watch_of: ['Participant {number}: {title}', '参加者 {number}：{title}'],
  thought: ['{seconds} s before {what}', '{what}の前に {seconds} 秒'],
  event_move: ['move {move}', '手 {move}'],
  event_assisted: ['move {move} (shown)', '手 {move}（表示された手）'],
  event_undo: ['undo', '戻す'],
  event_restart: ['restart', '最初から'],
  event_hint: ['hint', 'ヒント'],
  event_give_up: ['giving up', '降参'],
  event_time: ['the end', '終わり'],
  thinking_times: ['Thinking times in seconds', '考慮時間（秒）'],
  speed: ['Speed', '速さ'],
  run_play: ['Play', '再生'],
  pause_play: ['Pause', '一時停止'],
  step_back: ['Step back', '一つ戻る'],
  step_on: ['Step on', '一つ進む'],
  from_shelf: ['From the workshop', '工房の問題から'],
  from_mine: ['From my collection', '自分のコレクションから'],
  from_file: ['From a file', 'ファイルから'],
  from_order: ['Order new ones', '新しく注文する'],
  analysing: ['Analysing {done} of {total}…', '分析中 {done} / {total}…'],
  brought: [
    '{count} {count:puzzle:puzzles} added to the workshop.',
    '{count} 題を工房に加えました。',
  ],
  brought_twice: [
    '{count} of them {count:was:were} there already.',
    'うち {count} 題はすでにありました。',
  ],
  other_kind: [
    'The puzzles of this file are of another kind: {genre}.',
    'このファイルの問題は別の種類（{genre}）です。',
  ],
  search_titles: ['Search', '検索'],
  pick_puzzles: [
    'Choose at least one puzzle.',
    '問題を一題以上選んでください。',
  ],

  publish: ['Publish', '公開する'],
  publish_title: ['A collection for others', '公開コレクション'],
  publish_about: [
    'Choose puzzles, put them in order and give them a title. It stays private until you publish it; ' +
      'then everyone who has the link can play and print it.',
    '問題を選び、並べて、題名をつけます。' +
      '公開するまでは自分だけのもので、' +
      '公開するとリンクを知っている人が遊んだり印刷したりできます。',
  ],
  new_collection: ['New collection', '新しいコレクション'],
  without_solution: [
    'No solution was found in time: where people get stuck cannot be shown.',
    '時間内に解答が見つからず、つまずくところを示せません。',
  ],
  publish_offline: [
    'The server does not answer. Your collection is kept in this browser: publish it when there is a connection.',
    'サーバーに接続できません。コレクションはこのブラウザに残っています。' +
      'つながってから公開してください。',
  ],
  unfinished: ['Begun, not saved yet', '書きかけのもの'],
  not_saved: ['only in this browser', 'このブラウザにだけあります'],
  no_title: ['without a title', '無題'],
  go_on_with: ['Go on with it', '続きを書く'],
  discard: ['Throw away', '破棄する'],
  unsaved_changes: [
    'There are changes here that are not saved yet.',
    'まだ保存していない変更があります。',
  ],
  as_saved: ['Back to what is saved', '保存済みの内容に戻す'],
  collection_title: ['Title', '題名'],
  collection_author: ['By', '作者'],
  collection_about: ['A few words', '紹介文'],
  collection_by: ['by {author}', '作：{author}'],
  collection_count: ['{count} {count:puzzle:puzzles}', '全 {count} 題'],
  collection_done: ['{count} solved', '{count} 題正解'],
  collection_begin: ['Begin', '始める'],
  collection_go_on: ['Go on', '続ける'],
  collection_all_done: ['All solved', '全問正解'],
  collection_gone: [
    'This collection is not here: it is private, or was taken down.',
    'このコレクションは非公開か、取り下げられています。',
  ],
  collection_private: ['private', '非公開'],
  collection_open: ['published', '公開中'],
  collection_down: [
    'taken down by the administrator',
    '管理者により取り下げ済み',
  ],
  save_draft: ['Keep private', '非公開で保存'],
  unpublish: ['Make private', '非公開にする'],
  edit: ['Edit', '編集'],
  remove_collection: ['Remove the collection', 'コレクションを削除'],
  remove_sure: [
    'Remove this collection? Its link stops working; plays that were sent stay.',
    'このコレクションを削除しますか？リンクは使えなくなります。' +
      '送られた記録は残ります。',
  ],
  booklet: ['Booklet (PDF)', '冊子（PDF）'],
  sheet: ['Sheet to print (PDF)', '印刷用（PDF）'],
  booklet_solved: ['Booklet with solutions', '解答つき冊子'],
  copy_link: ['Copy the link', 'リンクをコピー'],
  move_up: ['Up', '上へ'],
  move_down: ['Down', '下へ'],
  in_collection: ['In the collection', '収録'],
  saved: ['Saved.', '保存しました。'],
  published_now: ['Published.', '公開しました。'],
  too_many_puzzles: [
    'A collection may have {count} puzzles.',
    '一つのコレクションは {count} 題までです。',
  ],
  where_stuck: ['Where people get stuck', 'つまずくところ'],
  stuck_none: [
    'Nobody but you has played it yet.',
    'まだあなた以外に遊んだ人がいません。',
  ],
  stuck_no_solution: [
    'No solution is kept with this puzzle, so plays cannot be laid along it.',
    '解答がないため、プレイを解答に沿って示せません。',
  ],
  stuck_said: [
    'Of {plays} {plays:play:plays}, {solved} solved it. People look longest for step {step}: {seconds} s on average.',
    '{plays} 回のうち {solved} 回が正解。最も時間がかかるのは {step} 手目で、' +
      '平均 {seconds} 秒です。',
  ],
  stuck_failed: [
    'Most plays that stopped did so before step {step} ({count} of them).',
    '途中でやめた人が最も多いのは {step} 手目の前で、{count} 回です。',
  ],
  stuck_axis: [
    'Step of the solution; the bar is the mean time until it was found, in seconds',
    '解答の手順（横）と、その手が見つかるまでの平均時間・秒（縦）',
  ],
  stuck_key: [
    'Colour: time until the step was found. ✕: plays that ended before it.',
    '色：見つかるまでの時間。✕：その前で終わったプレイ。',
  ],
  stuck_skipped: [
    '{count} {count:play:plays} could not be laid along the solution.',
    '{count} 回のプレイは解答に沿って示せませんでした。',
  ],
  stuck_step: [
    'Step {step}: {seconds} s, {failed} ended before it',
    '{step} 手目：{seconds} 秒、ここで終了 {failed} 回',
  ],
  solved_gave_up: [
    '{solved} solved, {gave_up} given up, {unfinished} left',
    '正解 {solved}・降参 {gave_up}・中断 {unfinished}',
  ],
  collections_all: ['Published collections', '公開コレクション'],
  take_down: ['Take down', '取り下げる'],
  take_down_why: ['Reason, for its maker', '作者に伝える理由'],
  take_down_sure: [
    'Take “{title}” down for good?',
    '「{title}」を取り下げますか？元に戻せません。',
  ],
  time_left: ['about {time} left', 'あと約 {time}'],
  time_spent: ['{time} so far, at most {most}', '経過 {time}（最長 {most}）'],
} satisfies Record<string, [string, string]>

export type MakingKey = keyof typeof making
export const m = speaker<MakingKey>(making)
