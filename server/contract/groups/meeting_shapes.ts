export const repeats = ["weekly", "fortnightly", "monthly"] as const;
export type Repeats = (typeof repeats)[number];

export const meetingReplies = ["yes", "maybe", "no"] as const;
export type MeetingReply = (typeof meetingReplies)[number];
