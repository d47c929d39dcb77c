-- What a change request says about itself, as Markdown, and the comment that a review may carry.

alter table change_requests add column description text not null default '';

alter table comments add column review_id id references reviews on delete cascade deferrable;
create unique index comments_review on comments (review_id);
