CREATE DATABASE IF NOT EXISTS `s_0d1f7c3e__shop`;

CREATE TABLE IF NOT EXISTS `s_0d1f7c3e__shop`.`plain` (`id` UInt64, `odd \`name\`` String, `count` UInt64, `version` UInt64, `deleted` UInt8) ENGINE = MergeTree PARTITION BY (intDiv(id, 1000)) ORDER BY () SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1 COMMENT 'Created by the pipe 018f6d2a-7c41-7b0e-9d3f-2f6a1c5e8b34';

CREATE TABLE IF NOT EXISTS `s_0d1f7c3e__shop`.`newest` (`id` UInt64, `odd \`name\`` String, `count` UInt64, `version` UInt64, `deleted` UInt8) ENGINE = ReplacingMergeTree(`version`) PARTITION BY (intDiv(id, 1000)) ORDER BY (`id`, `odd \`name\``) SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1 COMMENT 'Created by the pipe 018f6d2a-7c41-7b0e-9d3f-2f6a1c5e8b34';

CREATE TABLE IF NOT EXISTS `s_0d1f7c3e__shop`.`replicated` (`id` UInt64, `odd \`name\`` String, `count` UInt64, `version` UInt64, `deleted` UInt8) ENGINE = ReplacingMergeTree(`version`, `deleted`) PARTITION BY (intDiv(id, 1000)) ORDER BY (`id`) SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1 COMMENT 'Created by the pipe 018f6d2a-7c41-7b0e-9d3f-2f6a1c5e8b34';

CREATE TABLE IF NOT EXISTS `s_0d1f7c3e__shop`.`summed` (`id` UInt64, `odd \`name\`` String, `count` UInt64, `version` UInt64, `deleted` UInt8) ENGINE = SummingMergeTree((`count`)) PARTITION BY (intDiv(id, 1000)) ORDER BY (`id`) SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1 COMMENT 'Created by the pipe 018f6d2a-7c41-7b0e-9d3f-2f6a1c5e8b34';

CREATE TABLE IF NOT EXISTS `s_0d1f7c3e__shop`.`unstored` (`id` UInt64, `odd \`name\`` String, `count` UInt64, `version` UInt64, `deleted` UInt8) ENGINE = Null COMMENT 'Created by the pipe 018f6d2a-7c41-7b0e-9d3f-2f6a1c5e8b34';

CREATE TABLE IF NOT EXISTS `s_0d1f7c3e__shop`.`plain_pipe_errors` (pipe_id String, id String, at DateTime64(3, 'UTC'), location String, reason String, excerpt String) ENGINE = MergeTree PARTITION BY toMonday(at) ORDER BY (pipe_id, id) TTL toDateTime(at) + INTERVAL 30 DAY SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1 COMMENT 'Rows that pipes rejected';

ALTER TABLE `s_0d1f7c3e__shop`.`plain` ADD COLUMN IF NOT EXISTS `note` String;

ALTER TABLE `s_0d1f7c3e__shop`.`plain` DELETE WHERE version < 7;

ALTER TABLE `s_0d1f7c3e__shop`.`plain` MODIFY SETTING non_replicated_deduplication_window = 10000;

EXCHANGE TABLES `s_0d1f7c3e__shop`.`plain` AND `s_0d1f7c3e__shop`.`plain_new`;

DROP TABLE IF EXISTS `s_0d1f7c3e__shop`.`plain_new`;
