package org.slf4j.impl;

import org.slf4j.ILoggerFactory;
import org.slf4j.helpers.NOPLoggerFactory;
import org.slf4j.spi.LoggerFactoryBinder;

/**
 * The binding that slf4j-api looks up by this name; without it, slf4j-api prints a warning each
 * time.
 */
public final class StaticLoggerBinder implements LoggerFactoryBinder {
  private static final StaticLoggerBinder SINGLETON = new StaticLoggerBinder();

  private final ILoggerFactory factory = new NOPLoggerFactory();

  private StaticLoggerBinder() {}

  public static StaticLoggerBinder getSingleton() {
    return SINGLETON;
  }

  @Override
  public ILoggerFactory getLoggerFactory() {
    return factory;
  }

  @Override
  public String getLoggerFactoryClassStr() {
    return NOPLoggerFactory.class.getName();
  }
}
