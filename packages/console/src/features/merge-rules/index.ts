export { MergeRulesField, type MergeRulesValue, readMergeRules } from './merge-rules-field.tsx'
