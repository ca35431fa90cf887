package io.racedet.junit.agent.model.copied.io.netty.channel;

/** The outcome of an operation. */
public record ChannelPromise() {}
